// Dealing one deck, as docs/seeds.md fixes it.
#pragma once

#include "base/random.hpp"
#include "cards/deck.hpp"

namespace pokerfast {

inline constexpr int max_piles = 6;

// Who gets which card: `open` holds the piles' sizes (together 54) and is used up; `piles` receives id masks.
template <int piles_n>
PF_INLINE void deal_places(u64 seed, u64 game, u32 deal, const u8 (&sizes)[piles_n], u64 (&piles)[piles_n]) {
    Draws draws(seed, game, Stream::places, deal);
    u32 edge[piles_n];  // edge[j] = open places in piles 0 … j
    u32 sum = 0;
    for (int j = 0; j < piles_n; ++j) {
        sum += sizes[j];
        edge[j] = sum;
        piles[j] = 0;
    }
    for (u32 id = 0; id < static_cast<u32>(deck_size); ++id) {
        const u32 x = draws.below(deck_size - id);
        // No branch on where the card goes: pile j takes it iff edge[j-1] <= x < edge[j].
        u32 before = 0;
        for (int j = 0; j < piles_n; ++j) {
            const u32 within = x < edge[j];
            piles[j] |= static_cast<u64>(within & ~before & 1u) << id;
            edge[j] -= within;
            before = within;
        }
    }
}

// In which order each pile's cards come: ids, pile after pile.
template <int piles_n>
inline void deal_arrival(u64 seed, u64 game, u32 deal, const u64 (&piles)[piles_n], u8* order) {
    Draws draws(seed, game, Stream::arrival, deal);
    for (int j = 0; j < piles_n; ++j) {
        int n = 0;
        for (u64 left = piles[j]; left; left &= left - 1) order[n++] = static_cast<u8>(lowest(left));
        for (int i = n - 1; i > 0; --i) {
            const u32 other = draws.below(static_cast<u32>(i) + 1);
            const u8 card = order[i];
            order[i] = order[other];
            order[other] = card;
        }
        order += n;
    }
}

}  // namespace pokerfast
