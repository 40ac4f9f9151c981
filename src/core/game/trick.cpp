#include "game/trick.hpp"

#include "cards/deal_ids.hpp"
#include "cards/deal_pile.hpp"

#include <cstring>

namespace pokerfast {

using namespace trick;

namespace {

constexpr const char* phases[] = {"bid", "declare", "name", "bury", "rob", "play", "over"};
static_assert(sizeof(phases) / sizeof(*phases) == static_cast<int>(Phase::count_));

}  // namespace

TrickGame::TrickGame(std::vector<i64> values, const TrickForm& form)
    : values_(std::move(values)), form_(form) {
    for (int level = 0; level < (form.levels ? ranks_n : 1); ++level)
        for (int suit = 0; suit <= no_trump; ++suit)
            plans_.emplace_back(
                form.rules, TrumpSpec{suit, form.levels ? level : form.high, form.low, form.kinds});
}

std::span<const char* const> TrickGame::phase_names() const {
    return phases;
}

void TrickGame::blank(AnyState& state) const {
    std::memset(state.bytes, 0, sizeof state.bytes);
    State& s = of(state);
    s.stake = 1;
    s.phase = Phase::over;
    s.given_dealer = s.declarer = s.first_declarer = s.burier = s.bidder = nobody;
    s.level = static_cast<u8>(form_.levels ? 0 : form_.level);
    s.trump = no_trump;
}

void TrickGame::deal_order(State& s) const {
    deal_packs(s.seed, s.game, s.deal, decks(), count_bits64(kinds()), hand_cards(), s.order);
}

void TrickGame::deal_hands(State& s) const {
    u8 sizes[five_hands];
    CardIds piles[five_hands];
    for (int i = 0; i < five_hands; ++i)
        sizes[i] = static_cast<u8>(i < seats() ? hand_cards() : i == seats() ? kitty_cards() : 0);
    deal_ids(s.seed, s.game, s.deal, decks(), kinds(), sizes, piles);
    for (int i = 0; i < seats_n; ++i) s.hand[i] = i < seats() ? piles[i].pile() : Pile{};
    s.kitty = piles[seats()].pile();
    s.dealt = static_cast<u8>(dealt_cards());
}

void TrickGame::begin_play(State& s) const {
    s.phase = Phase::play;
    s.turn = s.leader = s.dealer;
    s.played = 0;
}

Copies TrickGame::unseen(const State& s, int seat) const {
    const Pile hands = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3];
    const Pile buried = s.burier == seat ? Pile{} : s.kitty;
    return ((hands | buried) - s.hand[seat]).copies();
}

Copies TrickGame::against_throws(const State& s) const {
    if (form_.rules.throws == throws::certain) return unseen(s, s.turn);
    if (form_.rules.throws != throws::trump_only) return {};
    const Pile hands = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3];
    return (hands - s.hand[s.turn]).copies();
}

u64 TrickGame::count(const AnyState& state) const {
    const State& s = of(state);
    if (s.phase == Phase::over) return 0;
    if (s.phase != Phase::play) return count_before(s);
    const Copies hand = s.hand[s.turn].copies();
    if (s.played) return Follows(plan(s), s.lead, hand).count();
    return Leads(plan(s), hand, against_throws(s)).count() + may_surrender(s);
}

Action TrickGame::unrank(const AnyState& state, u64 index) const {
    const State& s = of(state);
    if (s.phase != Phase::play) return unrank_before(s, index);
    const Pile& held = s.hand[s.turn];
    const Copies hand = held.copies();
    Action action;
    action.kind = ActionKind::play;
    Copies cards;
    if (s.played) {
        cards = Follows(plan(s), s.lead, hand).at(index);
    } else {
        const Leads leads(plan(s), hand, against_throws(s));
        if (index >= leads.count()) {
            action.kind = ActionKind::surrender;
            return action;
        }
        cards = leads.at(index);
    }
    action.ids = CardIds::of(lowest_of(held, cards));
    return action;
}

CardSets TrickGame::card_sets(const AnyState& state) const {
    const State& s = of(state);
    if (s.phase == Phase::over) return {};
    if (s.phase != Phase::play) return card_sets_before(s);
    const Copies hand = s.hand[s.turn].copies();
    if (s.played) return {ActionKind::play, Follows(plan(s), s.lead, hand)};
    return {ActionKind::play, Leads(plan(s), hand, against_throws(s))};
}

void TrickGame::add_word(ActionKind kind, int number) {
    Action word;
    word.kind = kind;
    word.number = number;
    words_.push_back(word);
}

Code TrickGame::resolve(const State& s, Action& action) const {
    const Pile& held = s.hand[s.turn];
    const Pile named = action.ids.pile();
    if (action.ids.deck[3]) return Code::not_held;
    if (action.exact) return held.holds(named) ? Code::ok : Code::not_held;
    const Copies wanted = named.copies();
    if (!held.copies().holds(wanted)) return Code::not_held;
    action.ids = CardIds::of(lowest_of(held, wanted));
    action.exact = true;
    return Code::ok;
}

Code TrickGame::check(const AnyState& state, Action& action) const {
    const State& s = of(state);
    if (s.phase == Phase::over) return Code::game_over;
    if (s.phase != Phase::play) return check_before(s, action);
    if (action.kind == ActionKind::surrender && may_end(End::surrender))
        return may_surrender(s) ? Code::ok : Code::no_surrender;
    if (action.kind != ActionKind::play) return Code::wrong_phase;
    if (const Code code = resolve(s, action); code != Code::ok) return code;
    const Copies hand = s.hand[s.turn].copies(), cards = action.ids.pile().copies();
    if (s.played) return check_follow(plan(s), s.lead, hand, cards);
    return check_lead(plan(s), hand, against_throws(s), cards);
}

void TrickGame::apply(AnyState& state, const Action& action) const {
    State& s = of(state);
    if (s.phase != Phase::play) return apply_before(s, action);
    if (action.kind == ActionKind::surrender) return surrender(s);
    play(s, action.ids.pile());
}

void TrickGame::play(State& s, const Pile& cards) const {
    const TrickPlan& plan = this->plan(s);
    const int seat = s.turn;
    Pile given = cards;
    if (s.played == 0) given = lead(s, plan, cards);
    s.hand[seat] = s.hand[seat] - given;
    s.table[s.played++] = given;
    s.turn = after(s.turn);
    if (s.played < form_.seats) return;

    const Copies plays[seats_n] = {s.table[0].copies(), s.table[1].copies(), s.table[2].copies(),
                                   s.table[3].copies()};
    const int offset = winner_of(plan, s.lead, {plays, s.played});
    const u8 winner = seat_at(s.leader + offset);
    ++s.tricks[side_of(s, winner)];
    if (counts_points() && attacks(s, winner))
        s.points += points_of(s.table[0] | s.table[1] | s.table[2] | s.table[3]);
    const bool last = s.hand[0].empty();
    if (last && attacks(s, winner)) add_last_trick(s, plays[0], plays[offset]);
    for (Pile& pile : s.table) pile = {};
    s.played = 0;
    s.lead = {};
    s.turn = s.leader = winner;
    if (last) s.phase = Phase::over;
}

// What a lead puts on the table: all of it, or the forced part of a throw that fails.
Pile TrickGame::lead(State& s, const TrickPlan& plan, const Pile& cards) const {
    const Copies led = cards.copies();
    const int group = lead_group(plan, led);
    s.lead.group = static_cast<u8>(group);
    s.lead.shapes = 0;
    s.lead.size = 1;
    if (!led.two && !(led.one & (led.one - 1))) return cards;
    if (group == any_group) {
        s.lead.size = 4;
        return cards;
    }
    const Pile hands = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3];
    const Pile others = hands - s.hand[s.turn];
    Copies forced = forced_single(plan, group, led, others.copies().one);
    if (!forced.one) {
        Split units;
        split(plan, group, led, units);
        Copies each[seats_n - 1];
        int n = 0;
        for (u8 seat = after(s.turn); seat != s.turn; seat = after(seat))
            each[n++] = s.hand[seat].copies();
        const ThrowTest test =
            test_throw(plan, group, led, units, {each, static_cast<std::size_t>(n)});
        s.lead = test.lead;
        if (test.stands) return cards;
        forced = test.forced;
    }
    punish_throw(s);
    return lowest_of(cards, forced);
}

void TrickGame::add_last_trick(State& s, const Copies& lead, const Copies& best) const {
    const LastTrick brings = last_trick();
    if (brings == LastTrick::nothing) return;
    if (brings == LastTrick::tripled) {
        // Won with trumps: all the cards that won it are, led or ruffing.
        if (best.one & ~plan(s).kinds[trump_group]) return;
        s.points = 3 * (s.points + points_of(s.kitty));
        s.end = End::tripled;
        return;
    }
    const Lead shapes = lead_of(plan(s), brings == LastTrick::kitty_led ? lead : best);
    s.points += points_of(s.kitty) * kitty_multiplier(form_.rules, shapes.largest());
}

void TrickGame::move_points(State& s, i64 penalty) const {
    s.points += attacks(s, s.turn) ? -penalty : penalty;
    if (s.points < 0) s.points = 0;
}

Code TrickGame::administer(AnyState& state, int seat, int what) const {
    State& s = of(state);
    if (s.phase == Phase::over) return Code::game_over;
    if (seat < 0 || seat >= seats()) return Code::no_seat;
    if (s.away[seat] == 2) return what == 2 ? Code::ok : Code::quit;
    s.away[seat] = static_cast<u8>(what == 0 ? 1 : what == 1 ? 0 : 2);
    return Code::ok;
}

void TrickGame::redact(AnyState& state, int viewer) const {
    State& s = of(state);
    s.seed = s.game = 0;
    std::memset(s.order, 0, sizeof s.order);
    const Pile own = viewer < 0 ? Pile{} : s.hand[viewer];
    for (Pile& hand : s.hand) hand = {};
    if (viewer >= 0) s.hand[viewer] = own;
    if (s.phase != Phase::over && (s.burier == nobody || s.burier != viewer)) s.kitty = {};
}

bool TrickGame::hides(const AnyState& then, int by, const AnyState& now, int viewer) const {
    return of(then).phase == Phase::bury && by != viewer && of(now).phase != Phase::over;
}

void TrickGame::places(const AnyState& state, CardPlaces& out) const {
    const State& s = of(state);
    out = {};
    out.shown = CardIds::of(s.kitty | s.turned);
    for (int i = 0; i < seats_n; ++i) out.pile[i] = out.now[i] = CardIds::of(s.hand[i]);
    out.dealing = s.phase == Phase::declare;
    if (!out.dealing) {
        out.pile[CardPlaces::kitty] = CardIds::of(s.kitty);
        return;
    }
    out.asking = s.declarer == nobody;
    for (int i = 0; i < CardPlaces::piles_n; ++i)
        out.begin[i] = hand_cards() * (i < seats() ? i : seats());
    out.begin[CardPlaces::piles_n] = pack_size();
    for (int i = 0; i < seats(); ++i)
        out.dealt[i] = (s.dealt - (i - s.first + seats()) % seats() + seats() - 1) / seats();
    std::memcpy(out.order, s.order, sizeof s.order);
    out.read_order();
}

void TrickGame::place(AnyState& state, const CardPlaces& places) const {
    State& s = of(state);
    for (int i = 0; i < seats(); ++i) s.hand[i] = places.now[i].pile();
    if (places.dealing)
        std::memcpy(s.order, places.order, sizeof s.order);
    else
        s.kitty = places.pile[CardPlaces::kitty].pile();
}

// Turned cards, until somebody may have buried them.
CardIds TrickGame::public_cards(const AnyState& state) const {
    const State& s = of(state);
    return CardIds::of(s.burier == nobody ? s.turned : Pile{});
}

}  // namespace pokerfast
