// Dealing any pack to five hands, as docs/seeds.md fixes it.
#pragma once

#include "base/random.hpp"
#include "cards/card_ids.hpp"

namespace pokerfast {

inline constexpr int five_hands = 5, most_dealt = most_packs * kinds_n;

// Deals these kinds of `decks` packs, the cards in the order of their ids; `sizes` are the hands'.
inline void deal_ids(u64 seed, u64 game, u32 deal, int decks, u64 kinds, const u8* sizes,
                     CardIds* hands) {
    u16 filled[8 * ((most_dealt + 7) / 8)];
    u32 edge[five_hands];  // edge[j] = open places in hands 0 … j
    u32 total = 0;
    for (int j = 0; j < five_hands; ++j) {
        total += sizes[j];
        edge[j] = total;
        hands[j] = {};
    }
    Draws draws(seed, game, Stream::places, deal);
    draws.fill(static_cast<int>(total + 7) / 8, filled);
    u32 card = 0;
    for (int deck = 0; deck < decks; ++deck)
        for (u64 left = kinds; left; left &= left - 1, ++card) {
            const u32 x = draws.below_at(card, filled[card], total - card);
            // No branch on where the card goes, as in cards/deal.hpp.
            int hand = 0;
            for (int j = 0; j < five_hands - 1; ++j) {
                const u32 past = x >= edge[j];
                hand += static_cast<int>(past);
                edge[j] -= past ^ 1;
            }
            hands[hand].deck[deck] |= left & (~left + 1);
        }
}

// In which order each hand's cards come: ids, hand after hand. Hands that are not in `wanted` (bit
// j: hand j) are left out, their places untouched.
inline void deal_order(u64 seed, u64 game, u32 deal, const u8* sizes, const CardIds* hands,
                       u32 wanted, u8* order) {
    u16 filled[8 * ((most_dealt + 7) / 8)];
    u32 total = 0;
    for (int j = 0; j < five_hands; ++j) total += sizes[j];
    Draws draws(seed, game, Stream::arrival, deal);
    draws.fill(static_cast<int>(total + 7) / 8, filled);
    u32 draw = 0;
    for (int j = 0; j < five_hands; order += sizes[j++]) {
        if (!(wanted >> j & 1)) {
            draw += static_cast<u32>(sizes[j] - 1);
            continue;
        }
        int n = 0;
        for (int deck = 0; deck < most_packs; ++deck)
            for (u64 left = hands[j].deck[deck]; left; left &= left - 1)
                order[n++] = static_cast<u8>(kinds_n * deck + lowest(left));
        for (int i = n - 1; i > 0; --i, ++draw) {
            const u32 other = draws.below_at(draw, filled[draw], static_cast<u32>(i) + 1);
            const u8 card = order[i];
            order[i] = order[other];
            order[other] = card;
        }
    }
}

}  // namespace pokerfast
