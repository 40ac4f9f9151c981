// Sets that are shown: 亮主 while cards are dealt, and the ladder of 反底.
#include "game/shengji.hpp"

namespace pokerfast {

using namespace trick;

namespace {

Copies copies_of_kind(int kind, int n) {
    const u64 bit = 1ull << kind;
    return {bit, n > 1 ? bit : 0, n > 2 ? bit : 0};
}

// `low` small and `high` big jokers.
Show jokers(int low, int high, int strength) {
    const Copies small = low ? copies_of_kind(kind_small_joker, low) : Copies{};
    const Copies big = high ? copies_of_kind(kind_big_joker, high) : Copies{};
    return {small + big, jokers_shown, static_cast<u8>(low + high), low == 0,
            static_cast<u8>(strength)};
}

Show level_cards(int suit, int level, int n, int strength) {
    return {copies_of_kind(13 * suit + level, n), static_cast<u8>(suit), static_cast<u8>(n), false,
            static_cast<u8>(strength)};
}

// Three decks: 1 L < 2 L < 2 jokers < 3 L < 3 jokers.
int step_of(bool of_jokers, int size) {
    return of_jokers ? 2 * size - 1 : size == 3 ? 4 : size;
}

// 反底: any single < pairs by suit < ww < WW, then triples likewise.
int rob_strength(int suit, int size, bool high) {
    constexpr int by_suit[] = {3, 2, 0, 1};  // diamonds, clubs, hearts, spades
    if (size == 0) return 0;
    if (size == 1) return 1;
    const int place = suit == jokers_shown ? (high ? 5 : 4) : by_suit[suit];
    return (size == 3 ? 8 : 2) + place;
}

}  // namespace

void Shengji::declarations(const State& s, int seat, Shows& out) const {
    out.size = 0;
    const Copies hand = s.hand[seat].copies();
    const u64 level_kinds = kinds_of_rank(s.level);
    if (!(hand.one & (level_kinds | joker_kinds))) return;
    const int low = hand.of(kind_small_joker), high = hand.of(kind_big_joker);
    const bool any_two = rules_.nt_override != nt_override::equal_pair;
    // All sets of n jokers held, small ones first.
    const auto add_jokers = [&](int n, int strength) {
        for (int big = 0; big <= n; ++big)
            if (n - big <= low && big <= high && (any_two || big == 0 || big == n))
                out.add(jokers(n - big, big, strength));
    };
    if (rules_.decks == 3) {
        const int standing =
            s.declarer == nobody ? 0 : step_of(s.shown_suit == jokers_shown, s.shown_size);
        for (int suit = 0; suit < 4; ++suit)
            for (int n = 1; n <= hand.of(13 * suit + s.level); ++n)
                if (step_of(false, n) > standing)
                    out.add(level_cards(suit, s.level, n, step_of(false, n)));
        for (int n = 2; n <= 3; ++n)
            if (step_of(true, n) > standing) add_jokers(n, step_of(true, n));
        return;
    }
    if (s.declarer == nobody) {
        for (int suit = 0; suit < 4; ++suit)
            for (int n = 1; n <= hand.of(13 * suit + s.level); ++n)
                out.add(level_cards(suit, s.level, n, n));
        return;
    }
    if (s.shown_suit == jokers_shown) return;
    if (!s.locked && rules_.decks == 2)
        for (int suit = 0; suit < 4; ++suit) {
            const int held = hand.of(13 * suit + s.level);
            const bool own = seat == s.declarer;
            const bool partner = ((seat ^ s.declarer) & 3) == 2 && rules_.allow_partner_protect;
            if (suit == s.shown_suit) {
                if (own ? held == 2 : partner && held > 0)
                    out.add(level_cards(suit, s.level, 1, 0));
            } else if (held == 2) {
                out.add(level_cards(suit, s.level, 2, 0));
            }
        }
    if (rules_.nt_override != nt_override::four)
        add_jokers(2, 0);
    else if (low == 2 && high == 2)
        out.add(jokers(2, 2, 0));
}

void Shengji::robberies(const State& s, int seat, Shows& out) const {
    out.size = 0;
    const Copies hand = s.hand[seat].copies();
    if (!(hand.two & (kinds_of_rank(s.level) | joker_kinds))) return;
    const int standing = rob_strength(s.shown_suit, s.shown_size == 4 ? 2 : s.shown_size,
                                      s.shown_high || s.shown_size == 4);
    constexpr int rising[] = {2, 3, 1, 0};
    for (int n = 2; n <= rules_.decks; ++n) {
        for (const int suit : rising) {
            const int strength = rob_strength(suit, n, false);
            if (hand.of(13 * suit + s.level) >= n && strength > standing)
                out.add(level_cards(suit, s.level, n, strength));
        }
        for (const bool high : {false, true}) {
            const int strength = rob_strength(jokers_shown, n, high);
            if (hand.of(high ? kind_big_joker : kind_small_joker) >= n && strength > standing)
                out.add(jokers(high ? 0 : n, high ? n : 0, strength));
        }
    }
}

// One card of the level will do; with three decks two jokers as well.
Watched Shengji::watched(const AnyState& state) const {
    return {kinds_of_rank(of(state).level), rules_.decks < 3};
}

bool Shengji::asks(const AnyState& state, int seat) const {
    Shows shows;
    declarations(of(state), seat, shows);
    return shows.size > 0;
}

// What was shown, while cards are dealt.
CardIds Shengji::public_cards(const AnyState& state) const {
    const State& s = of(state);
    if (s.phase != Phase::declare || s.declarer == nobody || s.shown_suit == jokers_shown)
        return TrickGame::public_cards(state);
    const Copies held = s.hand[s.declarer].copies(),
                 all = copies_of_kind(13 * s.shown_suit + s.level, s.shown_size);
    return CardIds::of(held.holds(all) ? lowest_of(s.hand[s.declarer], all) : Pile{});
}

// How dealing, declaring, burying and robbing hang together, for states from outside.
void Shengji::judge(const State& s, std::vector<Fault>& faults) const {
    TrickGame::judge(s, faults);
    const auto require = [&](bool good, const char* where, const char* what) {
        if (!good) faults.push_back({where, what});
    };
    require(s.level == s.levels[s.dealer & 1], "level", "is not the dealer's");
    require((s.declarer == nobody) == (s.first_declarer == nobody), "first_declarer",
            "does not fit the declarer");
    const bool jokers = s.shown_suit == jokers_shown;
    const int most = !jokers ? static_cast<int>(rules_.decks) : rules_.decks == 3 ? 3 : 4;
    require(s.shown_size == 0 ? !s.shown_suit && !s.shown_high
                              : s.shown_size >= (jokers ? 2 : 1) && s.shown_size <= most &&
                                    (jokers || !s.shown_high),
            "shown_size", "is no show");
    if (s.phase == Phase::play || s.phase == Phase::over || !faults.empty()) return;
    require(s.points == 0 && s.tricks[0] + s.tricks[1] == 0, "points", "come from tricks");
    require(s.given_dealer == nobody ? s.levels[0] == s.levels[1] : s.first == s.given_dealer,
            "first", "does not fit the dealer");
    Shows shows;
    if (s.phase == Phase::rob) {
        require(rules_.rob_kitty && s.burier != nobody && s.asked < seats_n - 1 &&
                    s.turn == ((s.burier + 1 + s.asked) & 3),
                "turn", "does not follow from who buried");
        robberies(s, s.turn, shows);
        require(shows.size > 0, "turn", "has nothing to show");
    }
    if (s.phase == Phase::bury)
        require(s.burier != nobody || s.turn == s.dealer, "turn", "is not the dealer");
    if (s.phase != Phase::declare) return;
    require((s.declarer == nobody) == (s.shown_size == 0), "declarer", "does not fit the show");
    const int trump = s.declarer == nobody ? static_cast<int>(nobody)
                      : jokers             ? no_trump
                                           : static_cast<int>(s.shown_suit);
    require(s.trump == trump, "trump", "does not follow from the show");
    require(s.declarer != nobody || (!s.locked && s.stake == 1), "locked", "by nobody");
    require(s.dealer == s.first && s.burier == nobody && s.turned.empty(), "dealer",
            "is settled after the deal");
    const int last = s.asked ? s.first + s.asked - 1 : s.first + s.dealt - 1;
    require(s.dealt > 0 && (s.asked == 0 || s.dealt == 4 * hand_cards()) && s.turn == (last & 3),
            "turn", "does not follow from the cards dealt");
    declarations(s, s.turn, shows);
    require(shows.size > 0, "turn", "has nothing to show");
}

}  // namespace pokerfast
