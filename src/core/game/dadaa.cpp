#include "game/dadaa.hpp"

#include "cards/deal_ids.hpp"

#include <cstring>

namespace pokerfast {

using namespace dadaa;
using race::nobody;
using race::seats_n;

namespace {

constexpr const char* phases[] = {"play", "over", "reveal", "counter"};
static_assert(sizeof(phases) / sizeof(*phases) == phases_n);
constexpr const char* sides[] = {"big_ace", "others"};

constexpr int kind_of_ace(int suit) {
    return 13 * suit + 12;
}

u64 ace_kind(int suit) {
    return 1ull << kind_of_ace(suit);
}

// The first three to draw get a card more.
void hand_sizes(int first, u8 (&sizes)[seats_n]) {
    for (int i = 0; i < seats_n; ++i)
        sizes[i] = static_cast<u8>((i - first + seats_n) % seats_n < 3 ? 22 : 21);
}

// The n-th card of the deal goes to (first + n) % 5.
struct Arrival {
    const State& s;
    int offset[seats_n];

    explicit Arrival(const State& state) : s(state) {
        u8 sizes[seats_n];
        hand_sizes(s.round.first, sizes);
        int sum = 0;
        for (int i = 0; i < seats_n; ++i) {
            offset[i] = sum;
            sum += sizes[i];
        }
    }
    int seat(int n) const { return (s.round.first + n) % seats_n; }
    int card(int n) const { return s.order[offset[seat(n)] + n / seats_n]; }
};

u8 drawn_suit(const State& s) {
    Draws draws(s.round.seed, s.round.game, Stream::chance, s.round.deal);
    draws.seek(1);
    return static_cast<u8>(draws.below(4));
}

}  // namespace

Dadaa::Dadaa(std::vector<i64> values)
    : RaceGame(std::move(values)), rules_(DadaaRules::from_values(values_)), plays_(rules_) {}

std::span<const char* const> Dadaa::phase_names() const {
    return phases;
}

std::span<const char* const> Dadaa::side_names() const {
    return sides;
}

int Dadaa::side_of(const AnyState& state, int seat) const {
    const State& s = of(state);
    return s.sides == 0 ? -1 : !(s.sides >> seat & 1);
}

u64 Dadaa::big_kinds(const AnyState& state) const {
    const State& s = of(state);
    return s.suit == no_suit ? 0 : ace_kind(s.suit);
}

void Dadaa::blank(AnyState& state) const {
    std::memset(state.bytes, 0, sizeof state.bytes);
    State& s = of(state);
    blank_round(s.round);
    s.suit = no_suit;
    s.declarer = nobody;
    s.dealt = pack_size;
}

std::vector<Fault> Dadaa::start(AnyState& state, const StartArgs& args) const {
    std::vector<Fault> faults;
    if (args.first != -1) faults.push_back({"first", "has no meaning in this game"});
    if (!args.beans.empty()) faults.push_back({"beans", "has no meaning in this game"});
    if (args.last_winner < -1 || args.last_winner >= seats_n)
        faults.push_back({"last_winner", "must be a seat, 0 to 4"});
    if (args.last_winner >= 0 && rules_.random_first_draw)
        faults.push_back({"last_winner", "has no meaning with first_draw=random"});
    if (!faults.empty()) return faults;
    blank(state);
    State& s = of(state);
    s.round.seed = args.seed;
    s.round.game = args.game;
    s.round.given_first = args.last_winner < 0 ? nobody : static_cast<u8>(args.last_winner);
    // A redeal keeps it.
    s.round.first = args.last_winner >= 0
                        ? s.round.given_first
                        : static_cast<u8>(Draws(args.seed, args.game, Stream::chance).below(5));
    begin_deal(state);
    if (!args.from_play) {
        deal_on(state);
        return {};
    }
    // Nobody shows; where the rules would deal again, whoever gets the first ace shows it.
    const Arrival arrival(s);
    if (rules_.no_reveal == no_reveal::redeal) {
        for (int n = 0; s.suit == no_suit; ++n)
            if (const int kind = arrival.card(n) % kinds_n; kind < 52 && kind % 13 == 12) {
                s.suit = static_cast<u8>(kind / 13);
                s.declarer = static_cast<u8>(arrival.seat(n));
                s.known = static_cast<u8>(1 << arrival.card(n) / kinds_n);
            }
    }
    for (; s.dealt < pack_size; ++s.dealt)
        s.round.held[arrival.seat(s.dealt)].add(arrival.card(s.dealt));
    if (s.suit == no_suit) nobody_showed(state);
    settle(state);
    begin_play(state, s.declarer);
    return {};
}

void Dadaa::begin_deal(AnyState& state) const {
    State& s = of(state);
    u8 sizes[seats_n];
    hand_sizes(s.round.first, sizes);
    CardIds hands[seats_n];
    deal_ids(s.round.seed, s.round.game, s.round.deal, 2, full_deck, sizes, hands);
    deal_order(s.round.seed, s.round.game, s.round.deal, sizes, hands, 31, s.order);
    for (CardIds& hand : s.round.held) hand = {};
    s.dealt = s.asked = 0;
}

// Deals until somebody may show, or to the end, where all are asked once more.
void Dadaa::deal_on(AnyState& state) const {
    State& s = of(state);
    Round& r = s.round;
    for (;;) {
        r.phase = reveal;
        const Arrival arrival(s);
        while (s.dealt < pack_size) {
            r.turn = static_cast<u8>(arrival.seat(s.dealt));
            r.held[r.turn].add(arrival.card(s.dealt++));
            if (s.suit == no_suit && may_show(state)) return;
        }
        while (s.suit == no_suit && s.asked < seats_n) {
            r.turn = static_cast<u8>((r.first + s.asked++) % seats_n);
            if (may_show(state)) return;
        }
        if (s.suit != no_suit || rules_.no_reveal != no_reveal::redeal) break;
        ++r.deal;
        begin_deal(state);
    }
    if (s.suit == no_suit) nobody_showed(state);
    settle(state);
    s.asked = 0;
    next_counter(state);
}

// Hearts, or a suit by chance; the first ace of it that was dealt counts as shown.
void Dadaa::nobody_showed(AnyState& state) const {
    State& s = of(state);
    s.suit = 1;
    if (rules_.no_reveal == no_reveal::random_suit) s.suit = drawn_suit(s);
    const Arrival arrival(s);
    for (int n = 0;; ++n)
        if (arrival.card(n) % kinds_n == kind_of_ace(s.suit)) {
            s.declarer = static_cast<u8>(arrival.seat(n));
            s.known = static_cast<u8>(1 << arrival.card(n) / kinds_n);
            return;
        }
}

// Who belongs together, once all cards are dealt.
void Dadaa::settle(AnyState& state) const {
    State& s = of(state);
    s.sides = 0;
    for (int i = 0; i < seats_n; ++i)
        if (s.round.held[i].kinds() & ace_kind(s.suit)) s.sides = static_cast<u8>(s.sides | 1 << i);
    std::memset(s.order, 0, sizeof s.order);
}

// 反A: from the seat after the declarer to the declarer. All are asked alike, so that the question
// tells nothing of their cards.
void Dadaa::next_counter(AnyState& state) const {
    State& s = of(state);
    if (rules_.counter_double_ace && !s.open && s.asked < seats_n) {
        s.round.phase = counter;
        s.round.turn = static_cast<u8>((s.declarer + ++s.asked) % seats_n);
        return;
    }
    s.asked = 0;
    begin_play(state, s.declarer);
}

u32 Dadaa::may_show(const AnyState& state) const {
    const State& s = of(state);
    const CardIds& hand = s.round.held[s.round.turn];
    u32 suits = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const int copies = hand.copies(kind_of_ace(suit));
        if (s.round.phase == reveal ? copies > 0 : copies == 2 && suit != s.suit)
            suits |= 1u << suit;
    }
    return suits;
}

u64 Dadaa::count_before(const AnyState& state) const {
    return static_cast<u64>(count_bits(may_show(state))) + 1;
}

Action Dadaa::unrank_before(const AnyState& state, u64 index) const {
    Action action;
    const u32 suits = may_show(state);
    const u64 shown = static_cast<u64>(count_bits(suits));
    action.kind = index < shown ? ActionKind::show : ActionKind::no;
    if (index < shown)
        action.ids = CardIds::of(ace_kind(select_bit(suits, static_cast<u32>(index))));
    return action;
}

// Which of two equal aces is shown is no choice: `ids` names its kind.
Code Dadaa::check_before(const AnyState& state, Action& action) const {
    const State& s = of(state);
    if (action.kind == ActionKind::no) return Code::ok;
    if (action.kind != ActionKind::show) return Code::wrong_phase;
    const u64 kinds = action.ids.kinds();
    for (u64 left = kinds; left; left &= left - 1)
        if (action.ids.copies(lowest(left)) > s.round.held[s.round.turn].copies(lowest(left)))
            return Code::not_held;
    const bool one = action.ids.size() == 1;
    for (int suit = 0; one && suit < 4; ++suit)
        if (kinds == ace_kind(suit) && may_show(state) >> suit & 1) {
            action.ids = CardIds::of(kinds);
            action.exact = false;
            return Code::ok;
        }
    return Code::no_declaration;
}

void Dadaa::apply_before(AnyState& state, const Action& action) const {
    State& s = of(state);
    const bool shows = action.kind == ActionKind::show;
    if (shows) {
        s.suit = static_cast<u8>(lowest(action.ids.kinds()) / 13);
        s.declarer = s.round.turn;
    }
    if (s.round.phase == reveal) {
        if (shows) s.known = s.round.held[s.round.turn].deck[0] & ace_kind(s.suit) ? 1 : 2;
        return deal_on(state);
    }
    if (shows) {
        s.open = 1;
        s.known = 3;
        settle(state);
    }
    next_counter(state);
}

void Dadaa::note_play(AnyState& state, const CardIds& ids) const {
    State& s = of(state);
    s.known = static_cast<u8>(
        known_after(s.known, aces_of(s.round.held[s.round.turn], s.suit), aces_of(ids, s.suit)));
}

int Dadaa::leader_for(const AnyState& state, int owner) const {
    const State& s = of(state);
    const bool mates =
        rules_.wind == wind::partner || (rules_.wind == wind::exposed_partner && s.exposed());
    int seat = race::after(owner);
    while (s.round.place[seat] || (mates && ((s.sides >> seat ^ s.sides >> owner) & 1)))
        seat = race::after(seat);
    return seat;
}

u8 Dadaa::exposure(const AnyState& state) const {
    const State& s = of(state);
    if (rules_.wind != wind::exposed_partner) return exposure::none;
    if (s.exposed()) return exposure::both;
    for (int i = 0; i < seats_n; ++i)
        if (s.known & aces_of(s.round.held[i], s.suit))
            return static_cast<u8>(exposure::held_by + i);
    return s.known ? exposure::played : exposure::none;
}

u8 Dadaa::exposure_after(u8 before, int seat, const RankCounts& played,
                         const RankCounts& taken) const {
    if (rules_.wind != wind::exposed_partner || before == exposure::both) return before;
    // The only one known lay on the table, and is in a hand again.
    if (taken.of(slot_big_ace)) return static_cast<u8>(exposure::held_by + seat);
    const int n = played.of(slot_big_ace);
    if (n == 0) return before;
    // Of his own the known one goes first.
    const bool first = before == exposure::none || before == exposure::held_by + seat;
    return n == 1 && first ? exposure::played : exposure::both;
}

void Dadaa::set_exposure(AnyState& state, u8 to) const {
    of(state).known = to == exposure::both ? 3 : 0;
}

int Dadaa::winner(const State& s) const {
    u32 gone = 0;
    int first = 0;
    for (int i = 0; i < seats_n; ++i)
        if (s.round.place[i]) {
            gone |= 1u << i;
            if (s.round.place[i] == 1) first = i;
        }
    const u32 others = ~s.sides & 31u;
    if ((s.sides & ~gone) == 0) return s.sides >> first & 1 ? 0 : 2;
    if ((others & ~gone) == 0) return others >> first & 1 ? 1 : 2;
    return -1;
}

bool Dadaa::finished(const AnyState& state) const {
    return winner(of(state)) >= 0;
}

void Dadaa::returns(const AnyState& state, double* out) const {
    const State& s = of(state);
    for (int i = 0; i < seats_n; ++i) out[i] = 0;
    if (s.round.phase != race::over) return;
    const int won = winner(s);
    if (won != 0 && won != 1) return;
    const double sign = won == 0 ? 1 : -1;
    const auto big = [&](int seat) { return s.sides >> seat & 1; };
    double unit = 1, declarer = 1;
    if (rules_.grassland && count_bits(s.sides) == 1) {
        unit = s.open ? 16 : 8;
        declarer = 4;
    } else if (rules_.grassland) {
        const int partner = lowest(s.sides & ~(1u << s.declarer));
        const int a = s.round.place[s.declarer], b = s.round.place[partner];
        unit = won == 0 ? 4 - (a > b ? a : b) : !a && !b ? 3 : !a ? 2 : 1;
        declarer = 2;
    }
    for (int i = 0; i < seats_n; ++i) {
        const double share = rules_.grassland && i == s.declarer ? declarer * unit : unit;
        out[i] = 0 + (big(i) ? sign * share : -sign * unit);  // no negative zero
    }
}

void Dadaa::redact_sides(AnyState& state, int) const {
    State& s = of(state);
    std::memset(s.order, 0, sizeof s.order);
    if (s.exposed() || s.round.phase == race::over) return;
    s.sides = 0;
    // Which of the two is known tells whether its holder has the other, too.
    if (s.known) s.known = 1;
}

void Dadaa::places(const AnyState& state, CardPlaces& out) const {
    RaceGame::places(state, out);
    const State& s = of(state);
    out.dealing = s.round.phase == reveal;
    if (!out.dealing) return;
    out.asking = s.suit == no_suit;
    u8 sizes[seats_n];
    hand_sizes(s.round.first, sizes);
    for (int i = 0; i < seats_n; ++i) {
        out.begin[i + 1] = out.begin[i] + sizes[i];
        out.dealt[i] = (s.dealt - (i - s.round.first + seats_n) % seats_n + 4) / seats_n;
    }
    out.begin[CardPlaces::piles_n] = out.begin[seats_n];
    std::memcpy(out.order, s.order, sizeof s.order);
    out.read_order();
}

void Dadaa::place(AnyState& state, const CardPlaces& places) const {
    if (places.dealing) std::memcpy(of(state).order, places.order, sizeof of(state).order);
    RaceGame::place(state, places);
}

// Big aces that were shown, until they are played.
CardIds Dadaa::public_cards(const AnyState& state) const {
    const State& s = of(state);
    CardIds ids;
    if (s.suit == no_suit) return ids;
    for (int deck = 0; deck < 2; ++deck)
        if (s.known >> deck & 1) ids.deck[deck] = ace_kind(s.suit);
    CardIds held;
    for (const CardIds& hand : s.round.held) held = held | hand;
    return ids & held;
}

Watched Dadaa::watched(const AnyState&) const {
    return {ace_kind(0) | ace_kind(1) | ace_kind(2) | ace_kind(3), true};
}

bool Dadaa::asks(const AnyState& state, int seat) const {
    const State& s = of(state);
    return s.suit == no_suit && (s.round.held[seat].kinds() & watched(state).kinds);
}

bool Dadaa::chance_fits(const AnyState& state) const {
    const State& s = of(state);
    return s.suit == no_suit || rules_.no_reveal != no_reveal::random_suit ||
           s.suit == drawn_suit(s);
}

int Dadaa::named_copies(const AnyState& before, const Action& action) const {
    if (action.kind != ActionKind::show) return 0;
    return of(before).round.phase == counter ? 2 : 1;
}

// Who holds a big ace was dealt it; of those that are gone nothing changes.
void Dadaa::settle_sides(AnyState& state, const AnyState& before) const {
    State& s = of(state);
    if (s.sides == 0) return;
    for (int i = 0; i < seats_n; ++i) {
        const bool had = of(before).round.held[i].kinds() & ace_kind(s.suit);
        const bool has = s.round.held[i].kinds() & ace_kind(s.suit);
        if (had) s.sides = static_cast<u8>(s.sides & ~(1u << i));
        if (has) s.sides = static_cast<u8>(s.sides | 1u << i);
    }
}

}  // namespace pokerfast
