// Open-hand whist solved: how many tricks each side takes, with which cards, and how a line goes
// on.
#pragma once

#include "solve/single_search.hpp"

namespace pokerfast::solve {

// Tricks of side 0 (seats 0 and 2) still to come, the unfinished one included.
struct TrickBounds {
    int low = 0, high = 0;

    bool exact() const { return low == high; }
};

class SingleSolver {
  public:
    // The root must have no fault. `most_bytes` for all that is remembered.
    SingleSolver(const SinglePosition& root, std::size_t most_bytes, const Limits& limits,
                 u32 reductions = reduce_all);

    // Narrower than what is certain without a search as far as the limits allow.
    TrickBounds value();
    const std::vector<SingleMove>& moves() const { return moves_; }
    // After the root's i-th move; a trick that it completes is counted.
    TrickBounds after_move(std::size_t i);
    // A move that keeps the root's value, which must be exact; none if a limit is reached.
    std::optional<std::size_t> best();
    // The root's i-th move and a line after it on which both sides do their best. Short if a limit
    // is reached.
    std::vector<int> line(std::size_t i);

    const SingleSearch& search() const { return search_; }

  private:
    // One of the moves after which side 0 still takes so many tricks and no more, `left` at this
    // position: with ever larger budgets, so that what is cheap to show is found first.
    std::optional<std::size_t> keeps(const SinglePosition& position,
                                     const std::vector<SingleMove>& moves, int left);
    TrickBounds narrow(const SinglePosition& position, TrickBounds known, int guess);

    SingleSearch search_;
    SinglePosition root_;
    std::vector<SingleMove> moves_;
    std::vector<TrickBounds> after_;
    TrickBounds value_;
};

}  // namespace pokerfast::solve
