// The features DouZero's networks take (https://github.com/kwai/DouZero, douzero/env/env.py), bit
// for bit. A set of cards is 54 bytes: for each rank 3 … 2 as many ones as there are copies, then
// the jokers.
#pragma once

#include "climb/doudizhu/combo.hpp"
#include "encode/spread.hpp"
#include "game/doudizhu.hpp"

namespace pokerfast::douzero {

inline constexpr int cards_size = 54, history_moves = 15;
inline constexpr int landlord_size = 319, farmer_size = 430, x_size = farmer_size;
inline constexpr int z_size = history_moves * cards_size;

// Counts by rank slot, at most four each, as a mask of the 54 ones.
PF_INLINE u64 ones_of(u64 counts) {
    constexpr u64 small_joker = 1ull << (4 * slot_small_joker);
    const u64 bit0 = counts & lane_ones, bit1 = counts >> 1 & lane_ones,
              bit2 = counts >> 2 & lane_ones;
    const u64 two = bit1 | bit2, three = (bit0 & bit1) | bit2;
    const u64 ones = bit0 | two | two << 1 | three << 2 | bit2 << 3;
    // The big joker's lane comes right behind the small one's bit.
    return (ones & (2 * small_joker - 1)) | (counts >> 3 & 2 * small_joker);
}

PF_INLINE void write_cards(u64 counts, i8* out) {
    spread_cards(ones_of(counts), out);
}

// The moves since play began: sets of cards as masks of ones, none for a pass.
struct Moves {
    u64 played[3] = {};  // counts by rank
    u64 last[3] = {};
    u64 ring[16] = {};  // move i is at i mod 16
    u32 n = 0;

    PF_INLINE void add(int seat, u64 counts) {
        const u64 ones = ones_of(counts);
        played[seat] += counts;
        last[seat] = ones;
        ring[n++ & 15] = ones;
    }
};

// What a seat sees: x_size bytes, zeros behind the landlord's 319, and a farmer's x_slack zeros
// more. Three players, in play.
inline constexpr int x_slack = 2;
void write_x(const doudizhu::State& s, const Moves& moves, int seat, i8* out);
void write_z(const Moves& moves, i8* out);

// The moves of a log (as for trace_of).
Moves moves_of(std::span<const Action> actions, const unsigned char* states, std::size_t size);

}  // namespace pokerfast::douzero
