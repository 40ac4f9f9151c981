// Counts of up to 16 ranks in one word, four bits a rank: bits 4r … 4r+3 hold the copies of rank
// slot r, 0 … 15. Adding and removing cards is one addition or subtraction; planes are derived when
// a search needs them.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

inline constexpr u64 lane_ones = 0x1111111111111111ull;

// Plane k has bit r set iff rank r has at least k copies.
struct Planes {
    u32 p1, p2, p3, p4;
};

// Bit 4r of the word becomes bit r of the result; other bits must be clear.
PF_INLINE u32 gather_lanes(u64 word) {
#ifdef __BMI2__
    return static_cast<u32>(_pext_u64(word, lane_ones));
#else
    word = (word | word >> 3) & 0x0303030303030303ull;
    word = (word | word >> 6) & 0x000f000f000f000full;
    word = (word | word >> 12) & 0x000000ff000000ffull;
    return static_cast<u32>((word | word >> 24) & 0xffff);
#endif
}

// The inverse: bit r (0 … 15) of the mask becomes bit 4r.
PF_INLINE u64 spread_lanes(u32 mask) {
#ifdef __BMI2__
    return _pdep_u64(mask, lane_ones);
#else
    u64 word = mask & 0xffff;
    word = (word | word << 24) & 0x000000ff000000ffull;
    word = (word | word << 12) & 0x000f000f000f000full;
    word = (word | word << 6) & 0x0303030303030303ull;
    return (word | word << 3) & lane_ones;
#endif
}

// Planes of counts of at most four a rank.
PF_INLINE Planes planes_of(u64 counts) {
    const u64 bit0 = counts & lane_ones;
    const u64 bit1 = (counts >> 1) & lane_ones;
    const u64 bit2 = (counts >> 2) & lane_ones;
    const u64 two = bit1 | bit2;
    return {gather_lanes(bit0 | two), gather_lanes(two), gather_lanes((bit0 & bit1) | bit2),
            gather_lanes(bit2)};
}

PF_INLINE int size_of(const Planes& planes) {
    return count_bits(planes.p1) + count_bits(planes.p2) + count_bits(planes.p3) +
           count_bits(planes.p4);
}

PF_INLINE int total_of(u64 counts) {
    counts = (counts & 0x0f0f0f0f0f0f0f0full) + ((counts >> 4) & 0x0f0f0f0f0f0f0f0full);
    return static_cast<int>((counts * 0x0101010101010101ull) >> 56);
}

PF_INLINE u64 copies_of(int rank, int copies) {
    return static_cast<u64>(copies) << (4 * rank);
}

PF_INLINE int copies_at(u64 counts, int rank) {
    return static_cast<int>(counts >> (4 * rank)) & 15;
}

// `copies` of each of `length` ranks from `start`; length at most 15.
PF_INLINE u64 run_of(int start, int length, int copies) {
    return ((lane_ones & ((1ull << (4 * length)) - 1)) * static_cast<u64>(copies)) << (4 * start);
}

// Whether every rank of `part` has at most as many copies in `whole` (no lane may exceed 7).
PF_INLINE bool lanes_within(u64 part, u64 whole) {
    constexpr u64 top = 0x8888888888888888ull;
    return (((whole | top) - part) & top) == top;
}

}  // namespace pokerfast
