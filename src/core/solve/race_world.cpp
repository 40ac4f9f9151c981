#include "solve/race_world.hpp"

#include "solve/guess_weight.hpp"

#include <cstring>

namespace pokerfast::solve {

using race::nobody;
using race::seats_n;

RaceWorld::RaceWorld(const RaceGame& game, const AnyState& state, std::size_t most_bytes)
    : game_(game),
      plays_(game.plays()),
      orders_(game, state),
      keys_(plays_),
      standings_(most_bytes),
      scratch_(state) {
    const race::Round& r = RaceGame::round(state);
    for (int seat = 0; seat < seats_n; ++seat) {
        root_.hand[seat] = r.counts[seat];
        if (game.side_of(state, seat) == 0) attackers_ |= 1u << seat;
    }
    root_.table = r.table;
    root_.table_cards = r.table_cards;
    root_.table_by = r.table_by;
    root_.turn = r.turn;
    root_.exposure = game.exposure(state);
}

RaceWorld::Position RaceWorld::root() const {
    return root_;
}

bool RaceWorld::can_take(const Position& p, Combo& take) const {
    take = plays_.take_of(p.on_table());
    return take.size && p.hand[p.turn].holds(take.cards);
}

bool RaceWorld::can_answer(const Position& p) const {
    Combo take;
    return plays_.count_follows(p.hand[p.turn], p.on_table()) || can_take(p, take);
}

// As in RaceGame::pass.
void RaceWorld::pass(Position& p) const {
    const FinishOrders::Node& node = orders_.at(p.order);
    const int owner = p.table_by;
    for (u8 seat = race::after(p.turn); seat != owner; seat = race::after(seat))
        if (!node.place[seat]) {
            p.turn = seat;
            return;
        }
    p.table = {};
    p.table_cards = {};
    p.table_by = nobody;
    p.turn = static_cast<u8>(owner);
    if (!node.place[owner]) return;
    std::memcpy(RaceGame::round(scratch_).place, node.place, seats_n);
    game_.set_exposure(scratch_, p.exposure);
    p.turn = static_cast<u8>(game_.leader_for(scratch_, owner));
}

bool RaceWorld::step(Position& p, const RaceMove& move) const {
    if (move.play.reading.kind == Kind::pass) {
        pass(p);
        return true;
    }
    const int seat = p.turn;
    RankCounts& hand = p.hand[seat];
    const RankCounts taken = move.take ? p.table_cards : RankCounts{};
    p.exposure = game_.exposure_after(p.exposure, seat, move.play.cards, taken);
    hand -= move.play.cards;
    hand += taken;
    p.table = move.play.reading;
    p.table_cards = move.play.cards;
    p.table_by = static_cast<u8>(seat);
    if (hand.empty()) {
        p.order = orders_.at(p.order).after[seat];
        if (orders_.at(p.order).over) return false;
    }
    const FinishOrders::Node& node = orders_.at(p.order);
    do p.turn = race::after(p.turn);
    while (node.place[p.turn]);
    return true;
}

void RaceWorld::settle(Position& p) const {
    while (!p.leading() && !can_answer(p)) pass(p);
}

Outcome RaceWorld::after(Position& p, const RaceMove& move) const {
    step(p, move);
    const Outcome outcome = judged(p);
    if (outcome == Outcome::open) settle(p);
    return outcome;
}

void RaceWorld::list(const Position& p, std::vector<RaceMove>& out) const {
    const RankCounts& hand = p.hand[p.turn];
    out.clear();
    found_.clear();
    if (p.leading()) {
        plays_.leads(hand, found_);
        for (const Combo& combo : found_) out.push_back({combo});
        return;
    }
    plays_.follows(hand, p.on_table(), found_);
    for (const Combo& combo : found_) out.push_back({combo});
    Combo take;
    if (can_take(p, take)) out.push_back({take, true});
    out.emplace_back();
}

// A side needs the plays of those who are enough to settle it, fewer by their controls and for
// whoever is to move: 2.5 to that number. It orders the search and proves nothing.
Numbers RaceWorld::guess(const Position& p) const {
    constexpr int per_play = 10, per_control = 3, lead = 20, follow = 10;
    u32 held[2] = {0, 0};
    for (int i = 0; i < seats_n; ++i) held[attackers_ >> i & 1] |= p.hand[i].plane(1);
    int needs[seats_n];
    for (int i = 0; i < seats_n; ++i) {
        const u32 own = p.hand[i].plane(1), theirs = held[!(attackers_ >> i & 1)];
        const u32 controls = theirs ? own & ~low_bits(highest(theirs) + 1) : own;
        needs[i] = per_play * count_bits(own) - per_control * count_bits(controls);
    }
    needs[p.turn] -= p.leading() ? lead : follow;
    int least[2] = {most_tenths, most_tenths};  // of the defenders, of the attackers
    for (u32 sets = orders_.enough(p.order, value_); sets; sets &= sets - 1) {
        const u32 seats = static_cast<u32>(lowest(sets));
        int sum = 0;
        for (u32 left = seats; left; left &= left - 1) sum += needs[lowest(left)];
        int& side = least[(seats & attackers_) != 0];
        if (sum < side) side = sum;
    }
    return {weight(least[1]), weight(least[0])};
}

}  // namespace pokerfast::solve
