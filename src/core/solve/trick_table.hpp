// What stays the same while a trick-taking deal is searched with open hands, and where the play
// stands. Cards are named by slots: the kinds of the pack in the order of their groups and, within
// a group, of their places, so that higher cards have higher numbers.
#pragma once

#include "game/trick.hpp"

namespace pokerfast::solve {

using trick::LastTrick;

struct TrickTable {
    explicit TrickTable(const TrickPlan& order) : plan(order) {}

    TrickPlan plan;
    int seats = trick::seats_n;
    u32 attackers = 0b1010;  // bits by seat: those whose points are counted
    bool tricks = false;     // a trick is one point, cards are none
    LastTrick end = LastTrick::nothing;
    i64 kitty = 0;    // points buried
    Copies buried;    // the cards, and who knows them: where throws must be certain
    int burier = -1;  // -1: nobody
};

struct TrickPosition {
    Copies hand[trick::seats_n];
    Copies table[trick::seats_n];  // the present trick in order of play
    int played = 0;
    int leader = 0;
    Lead lead;       // of the present trick
    i64 points = 0;  // so far
};

// Of a game in its play phase.
TrickTable table_of(const TrickGame& game, const trick::State& state);
TrickPosition position_of(const TrickGame& game, const trick::State& state);

// Slots of a plan.
struct Slots {
    explicit Slots(const TrickTable& table);

    int size = 0;
    u64 group[groups_n + 1] = {};  // of each group; of any_group all
    u8 first[groups_n] = {};       // lowest slot of each
    u8 group_of[kinds_n] = {};
    u8 place_of[kinds_n] = {};   // numbers that grow with the place and differ between groups
    u64 at_place[kinds_n] = {};  // by such a number: the slots of the place
    u8 first_place[groups_n] = {};
    u64 above[kinds_n] = {}, below[kinds_n] = {};  // slots of the neighbouring places, by slot
    u64 shared = 0;                                // slots of places with more than one
    u64 small = 0, large = 0;                      // worth one unit of points, two
    u8 kind_of[kinds_n] = {}, slot_of[kinds_n] = {};

    u64 slots(u64 kinds) const {
        u64 out = 0;
        for (; kinds; kinds &= kinds - 1) out |= 1ull << slot_of[lowest(kinds)];
        return out;
    }
    u64 kinds(u64 slots) const {
        u64 out = 0;
        for (; slots; slots &= slots - 1) out |= 1ull << kind_of[lowest(slots)];
        return out;
    }
    Copies slots(const Copies& cards) const {
        return {slots(cards.one), slots(cards.two), slots(cards.three)};
    }
    Copies kinds(const Copies& cards) const {
        return {kinds(cards.one), kinds(cards.two), kinds(cards.three)};
    }
    PF_INLINE int points(u64 slots) const {
        return count_bits64(slots & small) + 2 * count_bits64(slots & large);
    }
    PF_INLINE int points(const Copies& cards) const {
        return points(cards.one) + points(cards.two) + points(cards.three);
    }
    PF_INLINE int worth(int slot) const {
        return static_cast<int>((small >> slot & 1) + (large >> slot & 1) * 2);
    }
    // Pairs of a hand that stand beside another of its pairs.
    PF_INLINE u64 chained(u64 pairs) const {
        u64 out = 0;
        for (u64 left = pairs; left; left &= left - 1) {
            const int slot = lowest(left);
            if (pairs & (above[slot] | below[slot])) out |= 1ull << slot;
        }
        return out;
    }
};

}  // namespace pokerfast::solve
