// Kickers: multisets of wings drawn from a supply of ranks. Counted in closed form, listed and
// unranked in one order: by the lowest rank chosen, then by how many of it, then by the rest.
#pragma once

#include "base/lanes.hpp"

namespace pokerfast {

// Plane k: ranks that can give at least k units, a unit being a single card or a pair.
struct Supply {
    u32 c1, c2, c3, c4;

    PF_INLINE Supply masked(u32 ranks) const {
        return {c1 & ranks, c2 & ranks, c3 & ranks, c4 & ranks};
    }
    PF_INLINE int most(int rank) const {
        return static_cast<int>((c1 >> rank & 1) + (c2 >> rank & 1) + (c3 >> rank & 1) +
                                (c4 >> rank & 1));
    }
};

// How many multisets of `pick` units, 0 … 5, there are. Each term is one partition of `pick` into
// parts of 1 … 4.
PF_INLINE u32 count_wings(const Supply& supply, int pick) {
    const auto choose2 = [](i32 n) { return n * (n - 1) / 2; };
    const i32 a = count_bits(supply.c1);
    if (pick == 1) return static_cast<u32>(a);
    if (pick == 0) return 1;
    const i32 b = count_bits(supply.c2);
    if (pick == 2) return static_cast<u32>(choose2(a) + b);
    const i32 c = count_bits(supply.c3);
    if (pick == 3) return static_cast<u32>(a * (a - 1) * (a - 2) / 6 + b * (a - 1) + c);
    const i32 d = count_bits(supply.c4);
    if (a == 0) return 0;  // the products below need at least one rank
    if (pick == 4)
        return static_cast<u32>(a * (a - 1) * (a - 2) * (a - 3) / 24 + b * choose2(a - 1) +
                                choose2(b) + c * (a - 1) + d);
    return static_cast<u32>(a * (a - 1) * (a - 2) * (a - 3) * (a - 4) / 120 +
                            b * ((a - 1) * (a - 2) * (a - 3) / 6) + choose2(b) * (a - 2) +
                            c * choose2(a - 1) + c * (b - 1) + d * (a - 1));
}

// The x-th multiset as cards, `unit` cards a unit; x must be below the count.
inline u64 unrank_wings(const Supply& supply, int pick, int unit, u32 x) {
    u64 cards = 0;
    u32 ranks = ~0u;
    for (;;) {
        if (pick == 1) return cards + copies_of(select_bit(supply.c1 & ranks, x), unit);
        const int rank = lowest(supply.c1 & ranks);
        ranks = bits_above(rank);
        const Supply rest = supply.masked(ranks);
        const int most = supply.most(rank);
        for (int n = 1; n <= most && n <= pick; ++n) {
            const u32 ways = count_wings(rest, pick - n);
            if (x < ways) {
                cards += copies_of(rank, n * unit);
                pick -= n;
                if (pick == 0) return cards;
                break;
            }
            x -= ways;
            // Nothing of this rank: the next turn of the outer loop takes the next rank as the
            // lowest.
        }
    }
}

// Calls emit(cards) for every multiset, in the same order.
template <class Emit>
inline void list_wings(const Supply& supply, int pick, int unit, u64 cards, u32 ranks,
                       Emit&& emit) {
    if (pick == 0) {
        emit(cards);
        return;
    }
    if (pick == 1) {
        for (u32 left = supply.c1 & ranks; left; left &= left - 1)
            emit(cards + copies_of(lowest(left), unit));
        return;
    }
    for (u32 left = supply.c1 & ranks; left; left &= left - 1) {
        const int rank = lowest(left);
        const int most = supply.most(rank);
        for (int n = 1; n <= most && n <= pick; ++n)
            list_wings(supply, pick - n, unit, cards + copies_of(rank, n * unit), bits_above(rank),
                       emit);
    }
}

}  // namespace pokerfast
