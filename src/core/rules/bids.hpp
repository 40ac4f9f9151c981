// Bids that are numbers on a ladder, each a step further from the first.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

struct BidLadder {
    int first, last, step;  // step below zero: bids fall

    constexpr int rungs() const { return (last - first) / step + 1; }
    constexpr int at(int rung) const { return first + step * rung; }
    // Whether a bid is further on than another.
    constexpr bool beats(int bid, int other) const { return step < 0 ? bid < other : bid > other; }
    constexpr bool has(int bid) const {
        return !beats(first, bid) && !beats(bid, last) && (bid - first) % step == 0;
    }
};

}  // namespace pokerfast
