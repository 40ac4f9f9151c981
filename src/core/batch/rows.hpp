// How hands and plays lie in arrays. docs/arrays.md is the specification; nothing here may change.
#pragma once

#include "cards/pile.hpp"
#include "climb/combo.hpp"

namespace pokerfast::batch {

// A play of a climbing game: its cards as a hand's, in one word (four bits a slot) or two (a byte
// a slot), then what they are played as.
template <int words>
struct PlayRow {
    u64 cards[words];
    Reading reading;
    u8 size;
    u32 zero;
};
static_assert(sizeof(PlayRow<1>) == 16 && sizeof(PlayRow<2>) == 24);

// Whether the part behind the cards is one that some play could have.
PF_INLINE bool is_reading_like(Reading reading) {
    return static_cast<int>(reading.kind) < kinds_count &&
           (reading.rank < slots_n || reading.rank == no_rank_compared) && reading.length <= 13;
}

// Cards of a trick-taking game: two bits a kind, kind k at bits 2k and 2k + 1 of 128.
struct TrickWords {
    u64 word[2];
};

namespace detail {

inline constexpr u64 even_bits = 0x5555555555555555ull;

// Bits 0, 2, 4 … of a word, moved together.
PF_INLINE u64 gather_even(u64 word) {
#ifdef __BMI2__
    return _pext_u64(word, even_bits);
#else
    word &= even_bits;
    word = (word | word >> 1) & 0x3333333333333333ull;
    word = (word | word >> 2) & 0x0f0f0f0f0f0f0f0full;
    word = (word | word >> 4) & 0x00ff00ff00ff00ffull;
    word = (word | word >> 8) & 0x0000ffff0000ffffull;
    return (word | word >> 16) & 0xffffffffull;
#endif
}

PF_INLINE u64 spread_even(u64 bits) {
#ifdef __BMI2__
    return _pdep_u64(bits, even_bits);
#else
    u64 word = bits & 0xffffffffull;
    word = (word | word << 16) & 0x0000ffff0000ffffull;
    word = (word | word << 8) & 0x00ff00ff00ff00ffull;
    word = (word | word << 4) & 0x0f0f0f0f0f0f0f0full;
    word = (word | word << 2) & 0x3333333333333333ull;
    return (word | word << 1) & even_bits;
#endif
}

}  // namespace detail

PF_INLINE Copies unpacked(const TrickWords& words) {
    const u64 low = detail::gather_even(words.word[0]) | detail::gather_even(words.word[1]) << 32;
    const u64 high =
        detail::gather_even(words.word[0] >> 1) | detail::gather_even(words.word[1] >> 1) << 32;
    return {low | high, high, low & high};
}

PF_INLINE TrickWords packed(const Copies& cards) {
    const u64 low = (cards.one & ~cards.two) | cards.three, high = cards.two;
    return {{detail::spread_even(low) | detail::spread_even(high) << 1,
             detail::spread_even(low >> 32) | detail::spread_even(high >> 32) << 1}};
}

}  // namespace pokerfast::batch
