// Binomial coefficients and the i-th subset of a mask: how sets of cards are counted and drawn
// without listing them.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

inline constexpr int most_chosen = 64;

struct Binomials {
    u64 of[most_chosen][most_chosen];
};

consteval Binomials make_binomials() {
    Binomials table{};
    for (int n = 0; n < most_chosen; ++n) {
        table.of[n][0] = 1;
        for (int k = 1; k <= n; ++k)
            table.of[n][k] = table.of[n - 1][k - 1] + (k < n ? table.of[n - 1][k] : 0);
    }
    return table;
}

inline constexpr Binomials binomials = make_binomials();

// C(n, k); 0 outside the triangle. n below 64.
PF_INLINE u64 choose(int n, int k) {
    return k < 0 || k > n ? 0 : binomials.of[n][k];
}

// The i-th subset of k bits of `mask`, i below C(bits, k); every i gives another one.
inline u64 subset_at(u64 mask, int k, u64 i) {
    if (k == 1) return 1ull << select_bit64(mask, static_cast<u32>(i));
    u64 taken = 0;
    for (int left = count_bits64(mask); k > 0; mask &= mask - 1) {
        --left;
        const u64 with = choose(left, k - 1);  // subsets that hold the lowest bit left
        if (i < with) {
            taken |= mask & (~mask + 1);
            --k;
        } else {
            i -= with;
        }
    }
    return taken;
}

}  // namespace pokerfast
