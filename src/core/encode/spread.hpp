// Bits and counts to bytes of 0 and 1.
#pragma once

#include "cards/pile.hpp"
#include "cards/ranks.hpp"

#include <cstring>

namespace pokerfast {

using i8 = std::int8_t;

// Byte i of `out` becomes bit i of the mask; 54 bytes are written.
PF_INLINE void spread_cards(u64 mask, i8* out) {
#ifdef __AVX2__
    // Every byte gets the byte of the mask that holds its bit, and keeps that bit. The second half
    // starts at bit 22, so that both together end at 54.
    const __m256i source = _mm256_set1_epi64x(static_cast<long long>(mask));
    const auto spread = [&](__m256i bytes, __m256i bits) {
        const __m256i kept = _mm256_and_si256(_mm256_shuffle_epi8(source, bytes), bits);
        return _mm256_min_epu8(kept, _mm256_set1_epi8(1));
    };
    const __m256i low =
        spread(_mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303),
               _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ull)));
    const __m256i high = spread(_mm256_setr_epi64x(0x0303030303030202, 0x0404040404040303,
                                                   0x0505050505050404, 0x0606060606060505),
                                _mm256_set1_epi64x(0x2010080402018040));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 22), high);
#else
    const auto spread = [](u64 byte) {
        const u64 kept = (byte & 0xff) * 0x0101010101010101ull & 0x8040201008040201ull;
        return ((kept + 0x7f7f7f7f7f7f7f7full) | kept) >> 7 & 0x0101010101010101ull;
    };
    for (int i = 0; i < 6; ++i) {
        const u64 bytes = spread(mask >> (8 * i));
        std::memcpy(out + 8 * i, &bytes, 8);
    }
    const u64 bytes = spread(mask >> 48 & 63);
    std::memcpy(out + 48, &bytes, 6);
#endif
}

// Row n of 16 bytes: which slots have more than n copies.
PF_INLINE void spread_counts(const RankCounts& counts, int rows, i8* out) {
#ifdef __SSE2__
    __m128i bytes;
    std::memcpy(&bytes, counts.word, sizeof bytes);
    for (int n = 0; n < rows; ++n) {
        const __m128i more = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(n)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + slots_n * n),
                         _mm_and_si128(more, _mm_set1_epi8(1)));
    }
#else
    for (int n = 0; n < rows; ++n)
        for (int slot = 0; slot < slots_n; ++slot) out[slots_n * n + slot] = counts.of(slot) > n;
#endif
}

}  // namespace pokerfast
