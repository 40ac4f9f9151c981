// Physical cards of one deck, as a mask of 54 ids, and their rank slots.
//
//   id   = 13 * suit + rank, suits S H D C = 0 … 3, ranks 2 … A = 0 … 12; 52 small joker, 53 big
//   joker slot = place in the printed order 3456789TJQKA2wW* : 0 … 11 = 3 … A, 12 = 2, 13 = w, 14 =
//   W, 15 = big ace
#pragma once

#include "base/bits.hpp"
#include "base/lanes.hpp"

namespace pokerfast {

inline constexpr int deck_size = 54;
inline constexpr u64 full_deck = (1ull << deck_size) - 1;
inline constexpr int slot_ace = 11, slot_two = 12, slot_small_joker = 13, slot_big_joker = 14;
inline constexpr u32 joker_slots = 1u << slot_small_joker | 1u << slot_big_joker;
inline constexpr u64 deck_counts = 0x0114444444444444ull;  // one deck, counted by slot

// Lanes of the ranks in 13 bits 2 … A of one suit.
PF_INLINE u64 suit_counts(u64 bits) {
    const u32 ranks = static_cast<u32>(bits) & 0x1fff;
    return spread_lanes(ranks >> 1 | (ranks & 1) << slot_two);
}

PF_INLINE u64 counts_of(u64 ids) {
    return suit_counts(ids) + suit_counts(ids >> 13) + suit_counts(ids >> 26) +
           suit_counts(ids >> 39) + ((ids >> 52 & 1) << (4 * slot_small_joker)) +
           ((ids >> 53 & 1) << (4 * slot_big_joker));
}

// All ids of one slot.
PF_INLINE u64 ids_of_slot(int slot) {
    if (slot >= slot_small_joker) return 1ull << (52 + slot - slot_small_joker);
    const int rank = slot == slot_two ? 0 : slot + 1;
    return (1ull | 1ull << 13 | 1ull << 26 | 1ull << 39) << rank;
}

// The lowest ids of `held` that make up `counts`; the hand must hold them.
PF_INLINE u64 lowest_ids(u64 held, u64 counts) {
    u64 taken = 0;
    for (u64 left = counts; left;) {
        const int slot = lowest(left) / 4;
        u64 ids = held & ids_of_slot(slot);
        for (int n = copies_at(counts, slot); n > 0; --n) {
            taken |= ids & (~ids + 1);
            ids &= ids - 1;
        }
        left &= ~(15ull << (4 * slot));
    }
    return taken;
}

}  // namespace pokerfast
