// Copies of each rank slot, a byte a slot: hands and plays of any number of packs. A plane (which
// ranks have at least n copies) is one comparison of all bytes, whatever n is.
//
//   slot = place in the printed order 3456789TJQKA2wW* (cards/deck.hpp)
#pragma once

#include "base/bits.hpp"
#include "base/lanes.hpp"

#include <cstring>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace pokerfast {

inline constexpr int slots_n = 16, slot_four = 1, slot_big_ace = 15;

// Every byte stays below 128, so sums and differences never carry into the next slot.
struct RankCounts {
    u64 word[2] = {};  // slots 0 … 7, 8 … 15

    friend bool operator==(const RankCounts&, const RankCounts&) = default;

    PF_INLINE int of(int slot) const {
        return static_cast<int>(word[slot >> 3] >> (8 * (slot & 7)) & 0xff);
    }
    PF_INLINE bool empty() const { return !(word[0] | word[1]); }
    PF_INLINE int total() const {
        return static_cast<int>((word[0] * 0x0101010101010101ull) >> 56) +
               static_cast<int>((word[1] * 0x0101010101010101ull) >> 56);
    }
    PF_INLINE RankCounts& operator+=(const RankCounts& other) {
        word[0] += other.word[0];
        word[1] += other.word[1];
        return *this;
    }
    // All of `other` must be there.
    PF_INLINE RankCounts& operator-=(const RankCounts& other) {
        word[0] -= other.word[0];
        word[1] -= other.word[1];
        return *this;
    }
    PF_INLINE bool holds(const RankCounts& other) const {
        constexpr u64 top = 0x8080808080808080ull;
        return ((((word[0] | top) - other.word[0]) & ((word[1] | top) - other.word[1])) & top) ==
               top;
    }
    // Each slot n times as often.
    PF_INLINE RankCounts times(int n) const {
        return {{word[0] * static_cast<u64>(n), word[1] * static_cast<u64>(n)}};
    }
    // Bit s of the answer: slot s has at least n copies, 1 <= n < 128.
    PF_INLINE u32 plane(int n) const {
#ifdef __SSE2__
        __m128i bytes;
        std::memcpy(&bytes, word, sizeof bytes);
        const __m128i more = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(n - 1)));
        return static_cast<u32>(_mm_movemask_epi8(more));
#else
        constexpr u64 top = 0x8080808080808080ull, ones = 0x0101010101010101ull;
        const u64 less = ones * static_cast<u64>(n);
        const auto bits = [&](u64 w) {
            return ((((w | top) - less) & top) >> 7) * 0x0102040810204080ull >> 56;
        };
        return static_cast<u32>(bits(word[0]) | bits(word[1]) << 8);
#endif
    }
};

PF_INLINE RankCounts operator+(RankCounts a, const RankCounts& b) {
    return a += b;
}

PF_INLINE RankCounts operator-(RankCounts a, const RankCounts& b) {
    return a -= b;
}

PF_INLINE constexpr RankCounts ranks_of(int slot, int copies) {
    const u64 byte = static_cast<u64>(copies) << (8 * (slot & 7));
    return slot < 8 ? RankCounts{{byte, 0}} : RankCounts{{0, byte}};
}

// From and to four bits a slot (base/lanes.hpp), where no slot has more than 15.
PF_INLINE RankCounts widened(u64 lanes) {
    const auto spread = [](u64 w) {
        w &= 0xffffffffull;
#ifdef __BMI2__
        return _pdep_u64(w, 0x0f0f0f0f0f0f0f0full);
#else
        w = (w | w << 16) & 0x0000ffff0000ffffull;
        w = (w | w << 8) & 0x00ff00ff00ff00ffull;
        return (w | w << 4) & 0x0f0f0f0f0f0f0f0full;
#endif
    };
    return {{spread(lanes), spread(lanes >> 32)}};
}

PF_INLINE u64 narrowed(const RankCounts& counts) {
    const auto gather = [](u64 w) -> u64 {
#ifdef __BMI2__
        return _pext_u64(w, 0x0f0f0f0f0f0f0f0full);
#else
        w = (w | w >> 4) & 0x00ff00ff00ff00ffull;
        w = (w | w >> 8) & 0x0000ffff0000ffffull;
        return (w | w >> 16) & 0xffffffffull;
#endif
    };
    return gather(counts.word[0]) | gather(counts.word[1]) << 32;
}

}  // namespace pokerfast
