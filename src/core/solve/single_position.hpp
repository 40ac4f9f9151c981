// Open-hand whist with one deck: four hands, one trump suit or none, follow suit, the highest card
// wins. Cards are kinds (13 * suit + rank); sides are seats 0 and 2 against 1 and 3.
#pragma once

#include "cards/pile.hpp"

#include <vector>

namespace pokerfast::solve {

struct SinglePosition {
    u64 hand[4] = {};  // kinds, without those in the unfinished trick
    int trump = -1;    // suit, -1 for none
    int leader = 0;    // of the trick that lies or is to come
    int played = 0;    // cards in it, 0 … 3
    int trick[3] = {};
    int won[2] = {};  // tricks of each side so far

    int turn() const { return (leader + played) & 3; }
    // Tricks still to come, the unfinished one included.
    int tricks() const { return count_bits64(hand[(leader + 3) & 3]); }
    bool over() const { return tricks() == 0; }
    // What is wrong with it; null if nothing is.
    const char* fault() const;
    // Kinds that may be played.
    u64 legal() const;
    // The next position; the kind must be legal.
    void play(int kind);
};

// Legal cards of the seat to move, in classes that are the same game: cards next to each other, but
// for cards that are gone. Each is named by its highest; `kinds` has them all.
struct SingleMove {
    int kind = 0;
    u64 kinds = 0;
};

std::vector<SingleMove> single_moves(const SinglePosition& position);

}  // namespace pokerfast::solve
