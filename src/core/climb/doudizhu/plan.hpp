// The rules of plays, compiled once into masks that the searches read: no option is tested inside a
// kicker loop.
#pragma once

#include "climb/doudizhu/combo.hpp"
#include "rules/doudizhu.hpp"

namespace pokerfast {

struct Plan {
    u32 chain_ranks = 0xfff;    // slots that may stand in a chain
    u32 rocket_ranks = 0x6000;  // both slots together are the rocket
    u32 kinds = 0;              // bit = Kind that exists
    u32 wings2 = 0, wings3 = 0,
        wings4 = 0;           // all ones if a trio chain may take that many singles of one rank
    u32 touching = 0;         // all ones if three or four single wings may touch the chain
    u32 body_wings = 0;       // all ones if the fourth card of a chain's rank may be a wing
    u32 repeat_pairs = 0;     // all ones if two pair wings may be of one rank
    u32 four_pair = 0;        // all ones if the two singles of a four may be equal
    bool joker_wings = true;  // both jokers together may be wings

    explicit Plan(const DouDizhuRules& rules);

    PF_INLINE bool has(Kind kind) const { return kinds & kind_bit(kind); }
};

// Chains: shortest by copies, longest that a hand of 20 cards can hold.
inline constexpr int shortest_chain[] = {0, 5, 3, 2};
inline constexpr int longest_chain[] = {0, 12, 10, 6};
inline constexpr int longest_trio_solo_chain = 5, longest_trio_pair_chain = 4;

// How many chains of each width the 12 ranks 3 … A of a plane hold, all lengths together:
// chain_totals[copies][plane].
struct ChainTotals {
    u8 of[4][1 << 12];
};

consteval ChainTotals count_chains() {
    ChainTotals totals{};
    for (int copies = 1; copies <= 3; ++copies)
        for (u32 plane = 0; plane < 1u << 12; ++plane) {
            int total = 0, run = 0;
            for (int rank = 0; rank < 12; ++rank) {
                run = plane >> rank & 1 ? run + 1 : 0;
                // Chains that end here: every length from the shortest to the run so far.
                const int most = run < longest_chain[copies] ? run : longest_chain[copies];
                if (most >= shortest_chain[copies]) total += most - shortest_chain[copies] + 1;
            }
            totals.of[copies][plane] = static_cast<u8>(total);
        }
    return totals;
}

inline constexpr ChainTotals chain_totals = count_chains();

// Slots where a chain of `length` ranks of the plane starts.
PF_INLINE u32 chain_starts(const Plan& plan, u32 plane, int length) {
    plane &= plan.chain_ranks;
    u32 starts = plane;
    for (int i = 1; i < length; ++i) starts &= plane >> i;
    return starts;
}

}  // namespace pokerfast
