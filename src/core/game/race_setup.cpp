// Positions from outside: what every game of this family checks.
#include "game/race.hpp"

#include <cstring>

namespace pokerfast {

using namespace race;

namespace {

// What must hold before anything else may be looked at.
void judge_numbers(const Round& r, int phases, Judge& judge) {
    judge.require(r.phase < phases, "phase", "is unknown");
    judge.require(r.turn < seats_n, "turn", "is no seat");
    judge.require(r.first < seats_n, "first", "is no seat");
    judge.require(r.given_first == r.first || r.given_first == nobody, "given_first",
                  "is not who drew first");
    judge.require(r.table_by < seats_n || r.table_by == nobody, "table_by", "is no seat");
    judge.require(r.table.kind < Kind::count_, "table_kind", "is unknown");
    for (int i = 0; i < seats_n; ++i) {
        judge.require(r.place[i] < seats_n, "place", "must be 0 to 4");
        judge.require(r.away[i] <= 2, "away", "must be 0 to 2");
    }
}

// No card twice, none that does not exist.
void judge_cards(const Round& r, const Plays& plays, Judge& judge) {
    CardIds seen = r.table_ids;
    bool once = true;
    for (const CardIds& hand : r.held) {
        once &= (seen & hand).empty();
        seen = seen | hand;
    }
    judge.require(once, "held", "a card is in two places");
    bool exist = !(seen.kinds() & ~plays.kinds());
    for (int deck = plays.decks(); deck < most_packs; ++deck) exist &= !seen.deck[deck];
    judge.require(exist, "held", "a card is not in the pack");
}

// Who went out, in a row from the first.
void judge_places(const Round& r, Judge& judge) {
    u32 seen = 0;
    for (int i = 0; i < seats_n; ++i) {
        if (r.place[i]) {
            judge.require(!(seen >> r.place[i] & 1), "place", "two seats have the same");
            seen |= 1u << r.place[i];
        }
        judge.require((r.place[i] != 0) == r.held[i].empty(), "place",
                      "goes with an empty hand, and an empty hand with it");
    }
    judge.require(seen == ((1u << (r.out() + 1)) - 2), "place", "a place is left out");
}

}  // namespace

// Sides are judged already.
void RaceGame::judge_round(const AnyState& state, Judge& judge) const {
    const Round& r = round(state);
    judge_places(r, judge);
    if (!judge.good()) return;
    if (r.phase == race::over) {
        const bool last = r.table_by < seats_n && r.place[r.table_by] == r.out();
        judge.require(stopped(state) || (finished(state) && last), "phase",
                      "nothing has ended the deal");
    } else {
        judge.require(!finished(state), "phase", "the deal is over");
        judge.require(!r.place[r.turn], "turn", "has no cards left");
        judge.require(r.turn != r.table_by, "turn", "played last: all others would have passed");
    }
    if (r.leading()) {
        judge.require(r.table_ids.empty() && r.table_by == nobody && r.table == Reading{}, "table",
                      "does not fit a lead");
        return;
    }
    const RankCounts cards = ranks_of(r.table_ids, big_kinds(state));
    judge.require(r.table_by != nobody && plays().is_reading(cards, r.table), "table",
                  "the cards are not that play");
}

std::vector<Fault> RaceGame::validate(AnyState& state) const {
    const Round& r = round(state);
    Judge judge;
    judge_numbers(r, static_cast<int>(phase_names().size()), judge);
    judge_ranges(state, judge);
    if (judge.good()) judge_cards(r, plays(), judge);
    if (!judge.good()) return judge.faults;
    if (r.phase < race::before) {
        judge_sides(state, judge);
        if (judge.good()) judge_round(state, judge);
    } else {
        judge.require(r.leading() && r.table == Reading{} && r.table_ids.empty() &&
                          r.table_by == nobody && r.out() == 0,
                      "table", "must be empty before play");
        judge_before(state, judge);
    }
    if (judge.good()) derive(state);
    return judge.faults;
}

std::vector<Fault> RaceGame::setup(AnyState& state, const SetupArgs& args) const {
    Judge judge;
    if (!judge.require(args.held.size() == seats_n, "hands", "must be five")) return judge.faults;
    const auto is_seat = [](int seat) { return 0 <= seat && seat < seats_n; };
    judge.require(is_seat(args.to_move), "to_move", "is no seat");
    judge.require(args.has_table == (args.table_by != -1), "table_by",
                  "goes with a table, and a table with it");
    judge.require(args.table_by == -1 || is_seat(args.table_by), "table_by", "is no seat");
    judge.require(!args.has_table || args.table_by != args.to_move, "table_by",
                  "whoever played last is not to move: all others would have passed, so he leads");
    AnyState made;
    blank(made);
    Round& r = round(made);
    for (int i = 0; i < seats_n; ++i) r.held[i] = args.held[static_cast<std::size_t>(i)].ids;
    u8 next = 1;
    for (const int seat : args.finished) {
        if (!judge.require(is_seat(seat), "finished", "is no seat")) continue;
        if (judge.require(r.place[seat] == 0, "finished", "names a seat twice"))
            r.place[seat] = next++;
    }
    for (int i = 0; i < seats_n; ++i) {
        if (r.place[i])
            judge.require(r.held[i].empty(), "finished", "a player who is out holds cards");
        else
            judge.require(!r.held[i].empty(), "hands", "a hand is empty; who is out is `finished`");
    }
    // All faults at once, as far as the arguments can be looked at.
    judge_cards(r, plays(), judge);
    if (is_seat(args.to_move)) {
        judge.require(!r.place[args.to_move], "to_move", "is out");
        r.turn = static_cast<u8>(args.to_move);
    }
    r.phase = race::play;
    setup_sides(made, args, judge);
    if (args.has_table) {
        r.table_ids = args.table_ids.ids;
        r.table_by = static_cast<u8>(args.table_by);
        const RankCounts cards = ranks_of(r.table_ids, big_kinds(made));
        r.table = args.table.kind == Kind::pass ? plays().classify(cards) : args.table;
        judge.require(r.table.kind != Kind::pass, "table", "is no play");
    }
    if (!judge.good()) return judge.faults;
    std::vector<Fault> faults = validate(made);
    if (faults.empty()) state = made;
    return faults;
}

}  // namespace pokerfast
