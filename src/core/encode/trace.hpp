// What happened so far, as far as observations need it and no state holds it. Only what everybody
// saw.
#pragma once

#include "cards/ranks.hpp"
#include "game/action.hpp"
#include "game/game.hpp"

namespace pokerfast {

inline constexpr int traced_moves = 15;

// Cards of either family: counts by rank, or copies by kind.
struct TracedCards {
    u64 word[3] = {};

    static PF_INLINE TracedCards of(const RankCounts& counts) {
        return {{counts.word[0], counts.word[1], 0}};
    }
    static PF_INLINE TracedCards of(const Copies& cards) {
        return {{cards.one, cards.two, cards.three}};
    }
    PF_INLINE RankCounts counts() const { return {{word[0], word[1]}}; }
    PF_INLINE Copies copies() const { return {word[0], word[1], word[2]}; }
};

struct Trace {
    struct Move {
        TracedCards cards;  // none for a pass
        u8 seat = 0;
        ActionKind kind = ActionKind::pass;
    };
    TracedCards played[most_seats];  // and not taken up again
    // What a seat has shown, taken up or failed to throw, and not played since.
    TracedCards shown[most_seats];
    Move moves[traced_moves + 1];  // move i is at i mod 16
    u32 moves_n = 0;

    PF_INLINE void add(const Move& move) { moves[moves_n++ % (traced_moves + 1)] = move; }
    // The n-th last move, 1 … traced_moves; null before the first.
    PF_INLINE const Move* last(u32 n) const {
        return n > moves_n ? nullptr : &moves[(moves_n - n) % (traced_moves + 1)];
    }
};

}  // namespace pokerfast
