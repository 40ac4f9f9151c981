#include "game/trick.hpp"

#include "cards/deal_pile.hpp"

#include <cstring>

namespace pokerfast {

using namespace trick;

namespace {

constexpr const char* phases[] = {"declare", "bury", "rob", "play", "over"};
static_assert(sizeof(phases) / sizeof(*phases) == static_cast<int>(Phase::count_));

constexpr u8 after(u8 seat) {
    return (seat + 1) & 3;
}

}  // namespace

TrickGame::TrickGame(std::vector<i64> values, const TrickRules& rules, bool jokers, bool levels,
                     bool two_is_trump, int hand_cards, int kitty_cards)
    : values_(std::move(values)),
      trick_rules_(rules),
      has_levels_(levels),
      kinds_(jokers ? full_deck : full_deck & ~joker_kinds),
      hand_cards_(hand_cards),
      kitty_cards_(kitty_cards) {
    for (int level = 0; level < (levels ? ranks_n : 1); ++level)
        for (int suit = 0; suit <= no_trump; ++suit)
            plans_.emplace_back(rules, TrumpSpec{suit, levels ? level : no_rank,
                                                 two_is_trump ? 0 : no_rank, jokers});
}

std::span<const char* const> TrickGame::phase_names() const {
    return phases;
}

void TrickGame::blank(AnyState& state) const {
    std::memset(state.bytes, 0, sizeof state.bytes);
    State& s = of(state);
    s.stake = 1;
    s.phase = Phase::over;
    s.given_dealer = s.declarer = s.first_declarer = s.burier = nobody;
    s.level = has_levels_ ? 0 : no_rank;
    s.trump = no_trump;
}

void TrickGame::deal_order(State& s) const {
    deal_packs(s.seed, s.game, s.deal, decks(), count_bits64(kinds_), hand_cards_, s.order);
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

u64 TrickGame::count(const AnyState& state) const {
    const State& s = of(state);
    if (s.phase == Phase::over) return 0;
    if (s.phase != Phase::play) return count_before(s);
    const Copies hand = s.hand[s.turn].copies();
    if (s.played) return Follows(plan(s), s.lead, hand).count();
    const bool certain = trick_rules_.throws == throws::certain;
    return Leads(plan(s), hand, certain ? unseen(s, s.turn) : Copies{}).count();
}

Action TrickGame::unrank(const AnyState& state, u64 index) const {
    const State& s = of(state);
    if (s.phase != Phase::play) return unrank_before(s, index);
    const Pile& held = s.hand[s.turn];
    const Copies hand = held.copies();
    const bool certain = trick_rules_.throws == throws::certain;
    const Copies cards =
        s.played ? Follows(plan(s), s.lead, hand).at(index)
                 : Leads(plan(s), hand, certain ? unseen(s, s.turn) : Copies{}).at(index);
    Action action;
    action.kind = ActionKind::play;
    action.ids = CardIds::of(lowest_of(held, cards));
    return action;
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
    if (action.kind != ActionKind::play) return Code::wrong_phase;
    if (const Code code = resolve(s, action); code != Code::ok) return code;
    const Copies hand = s.hand[s.turn].copies(), cards = action.ids.pile().copies();
    if (s.played) return check_follow(plan(s), s.lead, hand, cards);
    return check_lead(plan(s), hand, unseen(s, s.turn), cards);
}

void TrickGame::apply(AnyState& state, const Action& action) const {
    State& s = of(state);
    if (s.phase == Phase::play) return play(s, action.ids.pile());
    apply_before(s, action);
}

void TrickGame::play(State& s, const Pile& cards) const {
    const TrickPlan& plan = this->plan(s);
    const int seat = s.turn;
    Pile given = cards;
    if (s.played == 0) given = lead(s, plan, cards);
    s.hand[seat] = s.hand[seat] - given;
    s.table[s.played++] = given;
    s.turn = after(s.turn);
    if (s.played < seats_n) return;

    const Copies plays[] = {s.table[0].copies(), s.table[1].copies(), s.table[2].copies(),
                            s.table[3].copies()};
    const int offset = winner_of(plan, s.lead, plays);
    const u8 winner = static_cast<u8>((s.leader + offset) & 3);
    ++s.tricks[winner & 1];
    if (counts_points() && attacks(s, winner))
        s.points += points_of(s.table[0] | s.table[1] | s.table[2] | s.table[3]);
    const bool last = s.hand[0].empty();
    if (last) last_trick(s, winner, plays[0], plays[offset]);
    for (Pile& pile : s.table) pile = {};
    s.played = 0;
    s.lead = {};
    s.turn = s.leader = winner;
    if (last) s.phase = Phase::over;
}

// What a lead puts on the table: all of it, or the forced part of a throw that fails.
Pile TrickGame::lead(State& s, const TrickPlan& plan, const Pile& cards) const {
    const Copies led = cards.copies();
    const int group = plan.group_of[lowest(led.one)];
    s.lead.group = static_cast<u8>(group);
    s.lead.shapes = 0;
    s.lead.size = 1;
    if (!led.two && !(led.one & (led.one - 1))) return cards;
    const Pile others =
        s.hand[(s.turn + 1) & 3] | s.hand[(s.turn + 2) & 3] | s.hand[(s.turn + 3) & 3];
    Copies forced = forced_single(plan, group, led, others.copies().one);
    if (!forced.one) {
        Split units;
        split(plan, group, led, units);
        Copies hands[seats_n - 1];
        for (int i = 0; i < seats_n - 1; ++i) hands[i] = s.hand[(s.turn + 1 + i) & 3].copies();
        const ThrowTest test = test_throw(plan, group, led, units, hands);
        s.lead = test.lead;
        if (test.stands) return cards;
        forced = test.forced;
    }
    const i64 penalty = throw_penalty();
    s.points += attacks(s, s.turn) ? -penalty : penalty;
    if (s.points < 0) s.points = 0;
    return lowest_of(cards, forced);
}

Code TrickGame::administer(AnyState& state, int seat, int what) const {
    State& s = of(state);
    if (s.phase == Phase::over) return Code::game_over;
    if (seat < 0 || seat >= seats_n) return Code::no_seat;
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

}  // namespace pokerfast
