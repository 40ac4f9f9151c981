// Dealing one deck, as docs/seeds.md fixes it.
#pragma once

#include "base/random.hpp"
#include "cards/deck.hpp"

namespace pokerfast {

inline constexpr int deck_blocks = (deck_size + 7) / 8;  // blocks of draws that a deck needs

// Who gets which card of one deck: `sizes` are the piles' (together 54), `piles` receives id masks.
template <int piles_n>
inline void deal_places(u64 seed, u64 game, u32 deal, const u8 (&sizes)[piles_n],
                        u64 (&piles)[piles_n]) {
    Draws draws(seed, game, Stream::places, deal);
    u16 filled[8 * deck_blocks];
    draws.fill(deck_blocks, filled);
    u32 edge[piles_n];  // edge[j] = open places in piles 0 … j
    u32 sum = 0;
    for (int j = 0; j < piles_n; ++j) {
        sum += sizes[j];
        edge[j] = sum;
        piles[j] = 0;
    }
    for (u32 id = 0; id < static_cast<u32>(deck_size); ++id) {
        const u32 x = draws.below_at(id, filled[id], deck_size - id);
        // No branch on where the card goes: every pile from its own on has one open place less
        // below its edge.
        int pile = 0;
        for (int j = 0; j < piles_n; ++j) {
            const u32 past = x >= edge[j];
            pile += static_cast<int>(past);
            edge[j] -= past ^ 1;
        }
        piles[pile] |= 1ull << id;
    }
}

// The places of `draw_lanes` consecutive games at once, the same as deal_places game by game: one
// 16-bit lane a game. Four piles; piles[lane][j] receives game first_game + lane.
inline void deal_places_many(u64 seed, u64 first_game, const u8 (&sizes)[4],
                             u64 (&piles)[draw_lanes][4]) {
    using Lanes = std::int16_t __attribute__((vector_size(2 * draw_lanes)));
    constexpr int chunks = (deck_size + 15) / 16;
    alignas(32) u16 draws[8 * deck_blocks][draw_lanes];
    draw_many(seed, first_game, Stream::places, deck_blocks, draws);
    Lanes edge0{}, edge1, edge2;
    const std::int16_t size0 = sizes[0], size1 = sizes[1], size2 = sizes[2];
    edge0 += size0;
    edge1 = edge0 + size1;
    edge2 = edge1 + size2;
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
            // 16-bit types throughout, so that one vector multiplication gives each half of the
            // products.
            for (int i = 0; i < draw_lanes; ++i)
                values[i] =
                    static_cast<std::int16_t>(static_cast<u32>(draws[id][i] * factor) >> 16);
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
            // All ones where the card falls below the edge: the lanes' comparison is -1, which also
            // lowers the edge.
            const Lanes below0 = x < edge0, below1 = x < edge1, below2 = x < edge2;
            edge0 += below0;
            edge1 += below1;
            edge2 += below2;
            const Lanes here = (Lanes{} + std::int16_t{1}) << bit;
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
            for (int chunk = 0; chunk < chunks; ++chunk)
                pile |= static_cast<u64>(taken[j][chunk][i]) << (16 * chunk);
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
    u16 filled[8 * deck_blocks];
    draws.fill(deck_blocks, filled);
    u32 draw = 0;
    for (int j = 0; j < piles_n; ++j) {
        int n = 0;
        for (u64 left = piles[j]; left; left &= left - 1)
            order[n++] = static_cast<u8>(lowest(left));
        for (int i = n - 1; i > 0; --i, ++draw) {
            const u32 other = draws.below_at(draw, filled[draw], static_cast<u32>(i) + 1);
            const u8 card = order[i];
            order[i] = order[other];
            order[other] = card;
        }
        order += n;
    }
}

}  // namespace pokerfast
