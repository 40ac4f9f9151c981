// Bit twiddling that every floor uses. All functions are pure; "bit i of a mask" is rank, card or
// place i.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define PF_INLINE inline __attribute__((always_inline))

namespace pokerfast {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using i128 = __int128;

template <class T>
PF_INLINE int lowest(T mask) {
    return std::countr_zero(mask);
}

PF_INLINE int highest(u32 mask) {
    return 31 - std::countl_zero(mask);
}

// Number of set bits. At baseline x86-64 the builtin is a library call, so small masks are counted
// by hand there.
PF_INLINE int count_bits(u32 mask) {
#ifdef __POPCNT__
    return std::popcount(mask);
#else
    mask = mask - ((mask >> 1) & 0x55555555u);
    mask = (mask & 0x33333333u) + ((mask >> 2) & 0x33333333u);
    return static_cast<int>((((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
#endif
}

PF_INLINE int count_bits64(u64 mask) {
#ifdef __POPCNT__
    return std::popcount(mask);
#else
    mask = mask - ((mask >> 1) & 0x5555555555555555ull);
    mask = (mask & 0x3333333333333333ull) + ((mask >> 2) & 0x3333333333333333ull);
    return static_cast<int>(
        (((mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull) >> 56);
#endif
}

// Position of the i-th (from 0) set bit; the mask must have more than i.
PF_INLINE int select_bit(u32 mask, u32 i) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u32(1u << i, mask));
#else
    while (i--) mask &= mask - 1;
    return std::countr_zero(mask);
#endif
}

// The same for 64 bits.
PF_INLINE int select_bit64(u64 mask, u32 i) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(1ull << i, mask));
#else
    while (i--) mask &= mask - 1;
    return std::countr_zero(mask);
#endif
}

// The bits at the set positions of `from`, moved together to the lowest.
PF_INLINE u64 gather_bits(u64 bits, u64 from) {
#ifdef __BMI2__
    return _pext_u64(bits, from);
#else
    u64 out = 0;
    for (int i = 0; from; from &= from - 1, ++i) out |= (bits >> std::countr_zero(from) & 1) << i;
    return out;
#endif
}

PF_INLINE int highest64(u64 mask) {
    return 63 - std::countl_zero(mask);
}

// The lowest n bits, n in 0 … 31.
PF_INLINE u32 low_bits(int n) {
    return (1u << n) - 1;
}

// Bits above position i, i in 0 … 30.
PF_INLINE u32 bits_above(int i) {
    return ~1u << i;
}

}  // namespace pokerfast
