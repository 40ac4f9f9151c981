// Positions of 斗地主 by who beats whom, and what is solved for all that are at least as good
// (docs/algorithms/endgames.md).
//
// Ranks of a hand that stand in no chain of it ("alone") matter only by which cards of others they
// beat. Two positions whose chains are the same game, and whose hands have as many ranks of each
// size alone, can be compared card by card: if everything that is good for one side in the first is
// so in the second, that side wins the second if it wins the first.
#pragma once

#include "solve/deck_position.hpp"
#include "solve/standing_table.hpp"

namespace pokerfast::solve {

struct Standing {
    DeckKey core;       // chains, whose turn it is, what is asked of chains; empty: does not fit
    u64 alone = 0;      // how many ranks stand alone by size, hand by hand; the kind on the table
    u64 equal[4] = {};  // who beats whom among the farmers
    u64 good[8] = {};   // what the landlord's cards beat, and what doesn't beat them

    bool fits() const { return core != DeckKey{}; }
    u64 group_hash() const;  // of all but `good`
    bool comparable(const Standing& other) const;
    // Whether everything good for the landlord here is so in the other.
    bool within(const Standing& other) const {
        u64 more = 0;
        for (int i = 0; i < 8; ++i) more |= good[i] & ~other.good[i];
        return more == 0;
    }
};

Standing standing_of(const DeckPosition& position);

}  // namespace pokerfast::solve
