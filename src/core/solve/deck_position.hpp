// Positions of 斗地主 with open hands, and when two of them are the same game
// (docs/algorithms/endgames.md).
#pragma once

#include "cards/deck.hpp"
#include "climb/doudizhu/combo.hpp"

namespace pokerfast::solve {

// Seat 0 is the landlord; the others are two farmers or one.
struct DeckPosition {
    u64 hand[3] = {};
    Reading table;  // kind pass: to lead
    u8 turn = 0, passes = 0, players = 3;

    PF_INLINE bool leading() const { return table.kind == Kind::pass; }
    PF_INLINE int next(int seat) const { return seat + 1 == players ? 0 : seat + 1; }
    PF_INLINE int table_by() const { return (turn + 2 * players - 1 - passes) % players; }

    // The seat to move makes no play.
    PF_INLINE void pass() {
        turn = static_cast<u8>(next(turn));
        if (++passes == players - 1) {
            table = {};
            passes = 0;
        }
    }
    // It plays cards that it holds.
    PF_INLINE void play(const DeckCombo& combo) {
        hand[turn] -= combo.cards;
        table = combo.reading;
        passes = 0;
        turn = static_cast<u8>(next(turn));
    }
};

struct DeckKey {
    u64 low = 0, high = 0;

    friend bool operator==(const DeckKey&, const DeckKey&) = default;
    PF_INLINE u64 hash() const {
        u64 x = low * 0x9E3779B97F4A7C15ull;
        x = (x ^ x >> 29 ^ high) * 0xBF58476D1CE4E5B9ull;
        x = (x ^ x >> 32) * 0x94D049BB133111EBull;
        return x ^ x >> 31;
    }
};

// Equal only for positions whose moves map one to one.
DeckKey key_of(const DeckPosition& position);

// Sixteen slots with one left empty above the aces, so that no chain passes them: 0 … 11 = 3 … A,
// 13 = 2, 14 = w, 15 = W.
inline constexpr u32 parted_jokers = 0xc000;

PF_INLINE u64 parted(u64 counts) {
    constexpr u64 low = (1ull << (4 * slot_two)) - 1;
    return (counts & low) | (counts & ~low) << 4;
}
PF_INLINE u64 joined(u64 counts) {
    constexpr u64 low = (1ull << (4 * slot_two)) - 1;
    return (counts & low) | (counts >> 4 & ~low);
}
PF_INLINE int parted_slot(int slot) {
    return slot + (slot >= slot_two);
}

// Slots where the shortest chains of one, two, three copies start.
PF_INLINE u32 starts_of_five(u32 plane) {
    u32 runs = plane & plane >> 1;
    runs &= runs >> 2;
    return runs & plane >> 4;
}
PF_INLINE u32 starts_of_three(u32 plane) {
    return plane & plane >> 1 & plane >> 2;
}
PF_INLINE u32 starts_of_two(u32 plane) {
    return plane & plane >> 1;
}

}  // namespace pokerfast::solve
