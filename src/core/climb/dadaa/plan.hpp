// The rules of 打大A's plays, compiled once into masks that the searches read.
//
// Runs are searched on a line: the ranks in the order in which they make runs, a bit a place. With
// a low ace the ace stands at both ends of it.
#pragma once

#include "climb/combo.hpp"
#include "rules/dadaa.hpp"

namespace pokerfast {

inline constexpr int ordinary_ranks = 13, most_copies = 8, line_places = 14;
inline constexpr u32 ordinary_slots = 0x1fff;

// Kinds that beat a kind whatever the cards are; 大蛋子 beats a big ace from five cards on.
struct DadaaBeaters {
    u32 of[kinds_count];
};

struct DadaaPlan {
    int turn_up = 1, turn_down = 12;  // from slots to the line, a rotation
    u32 low_ace = 0;                  // 1: places are one higher, and place 0 is the ace too
    int longest_egg_chain = 3;
    int most_fours = 5;  // that take
    bool joins = false;  // a big ace may stand for an ace
    i64 joker_pairs = 0;
    u16 possible[line_places];                   // starts that a run of that length may have
    u16 with_ace[line_places];                   // those whose run holds an ace
    u8 key[line_places][line_places];            // slot compared, by start and length
    RankCounts run[line_places][line_places];    // one of each, by start and length
    u32 above_rank[ordinary_ranks];              // slots of a higher rank, by slot
    u16 above_run[line_places][ordinary_ranks];  // starts of higher runs, by length and key

    explicit DadaaPlan(const DadaaRules& rules);

    PF_INLINE u32 line(u32 slots) const {
        const u32 turned = (slots << turn_up | slots >> turn_down) & ordinary_slots;
        return turned << low_ace | (slots >> 11 & low_ace);
    }
};

// From the lowest rank, 4, to the highest, 3.
PF_INLINE constexpr int dadaa_strength(int slot) {
    return (slot + 12) % 13;
}

extern const DadaaBeaters dadaa_beaters;

// The ordinary ranks of a hand by copies, and its jokers and big aces.
struct DadaaHand {
    u32 plane[most_copies + 1];
    int small, big, aces;

    explicit PF_INLINE DadaaHand(const RankCounts& counts)
        : small(counts.of(13)), big(counts.of(14)), aces(counts.of(15)) {
        for (int n = 1; n <= most_copies; ++n) plane[n] = counts.plane(n) & ordinary_slots;
    }
};

}  // namespace pokerfast
