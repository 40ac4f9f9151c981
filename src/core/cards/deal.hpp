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

// The places of `draw_lanes` consecutive games at once, the same as deal_places game by game: one 16-bit lane a game.
// Four piles; piles[lane][j] receives game first_game + lane.
inline void deal_places_many(u64 seed, u64 first_game, const u8 (&sizes)[4], u64 (&piles)[draw_lanes][4]) {
    using Lanes = std::int16_t __attribute__((vector_size(2 * draw_lanes)));
    constexpr int blocks = (deck_size + 7) / 8, chunks = (deck_size + 15) / 16;
    alignas(32) u16 draws[8 * blocks][draw_lanes];
    draw_many(seed, first_game, Stream::places, blocks, draws);
    Lanes edge0{}, edge1{}, edge2{};
    edge0 += static_cast<std::int16_t>(sizes[0]);
    edge1 += static_cast<std::int16_t>(sizes[0] + sizes[1]);
    edge2 += static_cast<std::int16_t>(sizes[0] + sizes[1] + sizes[2]);
    alignas(32) u16 taken[3][chunks][draw_lanes];
    for (int chunk = 0; chunk < chunks; ++chunk) {
        Lanes mask0{}, mask1{}, mask2{};
        for (int bit = 0; bit < 16 && 16 * chunk + bit < deck_size; ++bit) {
            const int id = 16 * chunk + bit;
            const u32 n = static_cast<u32>(deck_size - id);
            const u16 floor = static_cast<u16>(65536u % n);
            const u16 factor = static_cast<u16>(n);
            alignas(32) std::int16_t values[draw_lanes];
            u16 rejected = 0;
            // 16-bit types throughout, so that one vector multiplication gives each half of the products.
            for (int i = 0; i < draw_lanes; ++i)
                values[i] = static_cast<std::int16_t>(static_cast<u32>(draws[id][i] * factor) >> 16);
            for (int i = 0; i < draw_lanes; ++i) {
                const u16 low = static_cast<u16>(draws[id][i] * factor);
                rejected = static_cast<u16>(rejected | (low < floor ? 1 : 0));
            }
            if (__builtin_expect(rejected, 0)) {
                for (int i = 0; i < draw_lanes; ++i) {
                    Draws one(seed, first_game + static_cast<u64>(i), Stream::places);
                    one.seek(static_cast<u32>(id));
                    values[i] = static_cast<std::int16_t>(one.below(n));
                }
            }
            Lanes x;
            __builtin_memcpy(&x, values, sizeof x);
            // All ones where the card falls below the edge: the lanes' comparison is -1, which also lowers the edge.
            const Lanes below0 = x < edge0, below1 = x < edge1, below2 = x < edge2;
            edge0 += below0;
            edge1 += below1;
            edge2 += below2;
            const Lanes here = Lanes{} + static_cast<std::int16_t>(1u << bit);
            mask0 |= below0 & here;
            mask1 |= below1 & ~below0 & here;
            mask2 |= below2 & ~below1 & here;
        }
        __builtin_memcpy(taken[0][chunk], &mask0, sizeof mask0);
        __builtin_memcpy(taken[1][chunk], &mask1, sizeof mask1);
        __builtin_memcpy(taken[2][chunk], &mask2, sizeof mask2);
    }
    for (int i = 0; i < draw_lanes; ++i) {
        u64 rest = full_deck;
        for (int j = 0; j < 3; ++j) {
            u64 pile = 0;
            for (int chunk = 0; chunk < chunks; ++chunk) pile |= static_cast<u64>(taken[j][chunk][i]) << (16 * chunk);
            piles[i][j] = pile;
            rest &= ~pile;
        }
        piles[i][3] = rest;
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
