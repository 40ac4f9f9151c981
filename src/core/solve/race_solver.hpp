// A climbing game for five solved with open hands: what a position and each of its moves is worth,
// and how a line goes on.
#pragma once

#include "solve/race_world.hpp"

#include <optional>

namespace pokerfast::solve {

// What a game comes to at least and at most, as numbers of values.
struct Range {
    int lower = 0, upper = 0;

    bool exact() const { return lower == upper; }
};

class RaceSolver {
  public:
    // `most_bytes` for all that is remembered. The game must outlive the solver; `state` is in
    // play.
    RaceSolver(const RaceGame& game, const AnyState& state, std::size_t most_bytes,
               const Limits& limits);

    const std::vector<RaceMove>& moves() const { return moves_; }
    // What side 0's chief can get, from the least.
    const std::vector<double>& values() const { return world_.orders().values(); }
    bool attacks() const { return world_.attacks(root_); }
    u64 nodes() const { return search_.nodes(); }
    bool stopped() const { return search_.stopped(); }

    // Of the root: exact unless a limit was reached.
    Range root();
    // After the root's i-th move.
    Range after_move(std::size_t i);
    // A move with which the side to move gets the root's value, which must be exact; none if a
    // limit was reached.
    std::optional<std::size_t> best(int value);
    // For each of the root's moves the first after which the game is the same.
    std::vector<std::size_t> likes();
    // The root's moves, those that look best first.
    std::vector<std::size_t> order();

    // A line from the root's i-th move on, that move and passes included, which is worth `value`:
    // each side keeps what is proved for it, and one that can't lose by it what took most work.
    // Short if a limit is reached.
    std::vector<RaceMove> line(std::size_t i, int value);

  private:
    // Whether the deal comes to at least that value.
    Outcome reaches(const RacePosition& p, int value);
    // What is remembered of that, and what it took.
    Outcome remembered(const RacePosition& p, int value, u32& work);
    Range range_of(const RacePosition& p, Range range);
    bool choose(const RacePosition& p, int value, RaceMove& move);

    RaceWorld world_;
    ProofSearch<RaceWorld> search_;
    RacePosition root_;
    std::vector<RaceMove> moves_;
};

}  // namespace pokerfast::solve
