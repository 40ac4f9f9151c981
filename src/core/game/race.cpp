#include "game/race.hpp"

#include <cstring>

namespace pokerfast {

using namespace race;

int Round::out() const {
    int n = 0;
    for (const u8 p : place) n += p > 0;
    return n;
}

void RaceGame::blank_round(Round& r) const {
    r.phase = race::over;
    r.given_first = nobody;
    clear_table(r);
}

void RaceGame::clear_table(Round& r) const {
    r.table = {};
    r.table_by = nobody;
    r.table_ids = {};
    r.table_cards = {};
}

void RaceGame::derive(AnyState& state) const {
    Round& r = round(state);
    const u64 big = big_kinds(state);
    for (int i = 0; i < seats_n; ++i) r.counts[i] = ranks_of(r.held[i], big);
    r.table_cards = ranks_of(r.table_ids, big);
}

void RaceGame::begin_play(AnyState& state, int leader) const {
    Round& r = round(state);
    clear_table(r);
    derive(state);
    r.phase = race::play;
    r.turn = static_cast<u8>(leader);
}

u64 RaceGame::count(const AnyState& state) const {
    const Round& r = round(state);
    if (r.phase == race::over) return 0;
    if (r.phase != race::play) return count_before(state);
    const RankCounts& hand = r.counts[r.turn];
    if (r.leading()) return plays().count_leads(hand);
    const Combo on = r.on_table(), take = plays().take_of(on);
    const bool takes = take.size && hand.holds(take.cards);
    return plays().count_follows(hand, on) + takes + 1;
}

// Plays, then taking, then passing.
Action RaceGame::unrank(const AnyState& state, u64 index) const {
    const Round& r = round(state);
    if (r.phase != race::play) return unrank_before(state, index);
    const RankCounts& hand = r.counts[r.turn];
    Action action;
    if (r.leading()) {
        action.play = plays().lead_at(hand, index);
    } else {
        const Combo on = r.on_table();
        action.play = plays().follow_at(hand, on, index);
        if (action.play.size == 0) {
            const Combo take = plays().take_of(on);
            const bool takes = take.size && hand.holds(take.cards);
            if (!takes || index != plays().count_follows(hand, on)) return action;  // pass
            action.kind = ActionKind::take;
            action.play = take;
        }
    }
    if (action.kind != ActionKind::take) action.kind = ActionKind::play;
    action.ids = lowest_ids(r.held[r.turn], action.play.cards, big_kinds(state));
    return action;
}

Code RaceGame::check(const AnyState& state, Action& action) const {
    const Round& r = round(state);
    if (r.phase == race::over) return Code::game_over;
    if (r.phase != race::play) return check_before(state, action);
    switch (action.kind) {
        case ActionKind::pass: return r.leading() ? Code::must_lead : Code::ok;
        case ActionKind::play:
        case ActionKind::take: return check_cards(state, action);
        default: return Code::wrong_phase;
    }
}

Code RaceGame::check_cards(const AnyState& state, Action& action) const {
    const Round& r = round(state);
    const CardIds& held = r.held[r.turn];
    const RankCounts& hand = r.counts[r.turn];
    Combo& cards = action.play;
    const u64 big = big_kinds(state);
    if (!action.ids.empty()) {
        if (!held.holds(action.ids)) return Code::not_held;
        cards.cards = ranks_of(action.ids, big);
    } else if (!hand.holds(cards.cards)) {
        return Code::not_held;
    }
    const Combo on = r.on_table();
    if (action.kind == ActionKind::take) {
        if (r.leading()) return Code::no_take;
        const Combo take = plays().take_of(on);
        if (!take.size || cards.cards != take.cards) return Code::no_take;
        cards = take;
    } else {
        const Code code = plays().check(hand, r.leading() ? nullptr : &on, cards);
        if (code != Code::ok) return code;
    }
    if (action.ids.empty()) action.ids = lowest_ids(held, cards.cards, big);
    return Code::ok;
}

void RaceGame::apply(AnyState& state, const Action& action) const {
    if (round(state).phase != race::play) return apply_before(state, action);
    if (action.kind == ActionKind::pass) return pass(state);
    play(state, action);
}

void RaceGame::play(AnyState& state, const Action& action) const {
    Round& r = round(state);
    const int seat = r.turn;
    note_play(state, action.ids);
    r.held[seat] = r.held[seat] - action.ids;
    r.counts[seat] -= action.play.cards;
    if (action.kind == ActionKind::take) {
        r.held[seat] = r.held[seat] | r.table_ids;
        r.counts[seat] += r.table_cards;
    }
    r.table = action.play.reading;
    r.table_by = static_cast<u8>(seat);
    r.table_ids = action.ids;
    r.table_cards = action.play.cards;
    if (r.counts[seat].empty()) {
        r.place[seat] = static_cast<u8>(r.out() + 1);
        if (finished(state)) {
            r.phase = race::over;
            return;
        }
    }
    do r.turn = after(r.turn);
    while (r.place[r.turn]);
}

// The round ends where the turn would come back to whoever played last.
void RaceGame::pass(AnyState& state) const {
    Round& r = round(state);
    const int owner = r.table_by;
    for (u8 seat = after(r.turn); seat != owner; seat = after(seat))
        if (!r.place[seat]) {
            r.turn = seat;
            return;
        }
    clear_table(r);
    r.turn = static_cast<u8>(r.place[owner] ? leader_for(state, owner) : owner);
}

Code RaceGame::administer(AnyState& state, int seat, int what) const {
    Round& r = round(state);
    if (r.phase == race::over) return Code::game_over;
    if (seat < 0 || seat >= seats_n) return Code::no_seat;
    if (r.away[seat] == 2) return what == 2 ? Code::ok : Code::quit;
    r.away[seat] = static_cast<u8>(what == 0 ? 1 : what == 1 ? 0 : 2);
    return Code::ok;
}

void RaceGame::redact(AnyState& state, int viewer) const {
    Round& r = round(state);
    redact_sides(state, viewer);
    r.seed = r.game = 0;
    if (viewer != r.table_by) r.table_ids = as_seen(r.table_ids, marked_cards(state));
    for (int i = 0; i < seats_n; ++i) {
        if (i == viewer) continue;
        r.held[i] = {};
        r.counts[i] = {};
    }
}

void RaceGame::places(const AnyState& state, CardPlaces& out) const {
    out = {};
    for (int i = 0; i < seats_n; ++i) out.pile[i] = out.now[i] = round(state).held[i];
}

void RaceGame::place(AnyState& state, const CardPlaces& places) const {
    const AnyState before = state;
    for (int i = 0; i < seats_n; ++i) round(state).held[i] = places.now[i];
    settle_sides(state, before);
    derive(state);
}

}  // namespace pokerfast
