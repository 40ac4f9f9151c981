// Dealing packs with suits, as docs/seeds.md fixes it.
#pragma once

#include "base/random.hpp"
#include "cards/pile.hpp"

namespace pokerfast {

// Deals `kinds_used` kinds of `decks` packs to four hands of `hand_cards` and a kitty, and fills
// `order`: ids, pile after pile, each in the order its cards come.
inline void deal_packs(u64 seed, u64 game, u32 deal, int decks, int kinds_used, int hand_cards,
                       u8* order) {
    constexpr int most = most_decks * kinds_n;
    const u32 total = static_cast<u32>(decks * kinds_used);
    const int blocks = static_cast<int>(total + 7) / 8;
    u16 draws[8 * ((most + 7) / 8)];
    Draws places(seed, game, Stream::places, deal);
    places.fill(blocks, draws);
    u32 edge[5];  // edge[j] = open places in piles 0 … j
    u8* next[5];
    for (int j = 0; j < 5; ++j) {
        edge[j] = j < 4 ? static_cast<u32>((j + 1) * hand_cards) : total;
        next[j] = order + j * hand_cards;
    }
    for (u32 card = 0; card < total; ++card) {
        const u32 x = places.below_at(card, draws[card], total - card);
        int pile = 0;
        for (int j = 0; j < 4; ++j) {
            const u32 past = x >= edge[j];
            pile += static_cast<int>(past);
            edge[j] -= past ^ 1;
        }
        --edge[4];
        const u32 deck = card / static_cast<u32>(kinds_used);
        *next[pile]++ = static_cast<u8>(card + deck * static_cast<u32>(kinds_n - kinds_used));
    }
    Draws arrival(seed, game, Stream::arrival, deal);
    arrival.fill(blocks, draws);
    u32 draw = 0;
    const int kitty = static_cast<int>(total) - 4 * hand_cards;
    for (int j = 0; j < 5; ++j) {
        u8* list = order + j * hand_cards;
        for (int i = (j < 4 ? hand_cards : kitty) - 1; i > 0; --i, ++draw) {
            const u32 other = arrival.below_at(draw, draws[draw], static_cast<u32>(i) + 1);
            const u8 card = list[i];
            list[i] = list[other];
            list[other] = card;
        }
    }
}

}  // namespace pokerfast
