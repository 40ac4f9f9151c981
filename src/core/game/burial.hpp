// Burying: every set of so many cards, where rules say so with few points.
#pragma once

#include "trick/follow.hpp"

namespace pokerfast {

class Burial {
  public:
    // `most_points` below zero: any number. The least that the hand allows may always be buried.
    Burial(const Copies& hand, int cards, i64 most_points);

    u64 count() const;
    Copies at(u64 index) const;             // below count()
    Next next(const Copies& chosen) const;  // of a choice that was made by `next`
    Code check(const Copies& cards) const;

  private:
    // visit(none, five, ten, ways) for every division by what cards are worth, until it answers
    // true.
    template <class Visit>
    void each(Visit&& visit) const;

    Copies hand_;
    int cards_;
    i64 most_points_;
};

}  // namespace pokerfast
