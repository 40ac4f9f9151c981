// The rules of 保皇's plays, compiled once.
//
// A play is a big jokers, b small ones and n cards of one rank x. It beats (A, B, m, y) when its
// cards split into one group for each card beaten: a higher card, or with 烤牌 WW on W, www on W,
// ww on w. What matters of the jokers is how many are left for the m ordinary cards when those of
// the table are beaten; `spare` tells every such number. So the relation needs no order.
#pragma once

#include "climb/combo.hpp"
#include "rules/baohuang.hpp"

namespace pokerfast {

inline constexpr int most_jokers = 4, most_of_rank = 16, small_slot = 13, big_slot = 14;
inline constexpr int slot_six = 3;
inline constexpr u32 plain_slots = 0x1fff;

// Bit q of of[A][B][a][b]: a big and b small jokers beat A big and B small ones with q left over,
// each of which beats one ordinary card.
struct SpareJokers {
    u16 of[most_jokers + 1][most_jokers + 1][most_jokers + 1][most_jokers + 1];
};

struct BaohuangPlan {
    const SpareJokers* spare;
    u32 bound = 0;  // slots whose cards all go in the last play

    explicit BaohuangPlan(const BaohuangRules& rules);
};

// A play or a hand taken apart.
struct BaohuangCards {
    int big, small;
    RankCounts plain;

    explicit PF_INLINE BaohuangCards(const RankCounts& counts)
        : big(counts.of(big_slot)), small(counts.of(small_slot)), plain(counts) {
        plain.word[1] &= 0x000000ffffffffffull;
    }
};
static_assert(small_slot == 13 && big_slot == 14);

}  // namespace pokerfast
