// Throws: whether one stands against open hands, what is led when it does not, and which are
// certain beforehand.
#pragma once

#include "trick/follow.hpp"

#include <span>

namespace pokerfast {

// Whether the cards hold a unit of that shape above the place. `protect`: the cards are one hand,
// whose pairs the rules may excuse.
bool beats_unit(const TrickPlan& plan, int group, const Copies& cards, const Unit& unit,
                bool protect = true);

struct ThrowTest {
    bool stands = true;
    Copies forced;  // what is led instead; empty when the throw stands
    Lead lead;      // of that, or of the whole throw
};

// The usual end of a throw, without splitting it: its lowest card, if it is a single that any of
// the others' kinds beats and that is what a failed throw leads; else nothing.
Copies forced_single(const TrickPlan& plan, int group, const Copies& cards, u64 others);

// `split` is that of `cards`. A single unit always stands.
ThrowTest test_throw(const TrickPlan& plan, int group, const Copies& cards, const Split& split,
                     std::span<const Copies> others);

// Whether no unit of the split can be beaten out of `unseen`, taken as one hand.
bool is_certain(const TrickPlan& plan, int group, const Split& split, const Copies& unseen);

}  // namespace pokerfast
