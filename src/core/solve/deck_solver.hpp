// 斗地主 solved with open hands: who wins, with which moves, how a line goes on, and why.
#pragma once

#include "solve/deck_world.hpp"

namespace pokerfast::solve {

// A node of a proof: for the side that wins one move, for the other every move there is.
struct ProofNode {
    struct Answer {
        DeckCombo move;
        i64 next;  // number of the node after it; -1: the winner's last card
    };
    bool wins = false;  // the side to move
    std::vector<Answer> answers;
};

class DeckSolver {
  public:
    // `most_bytes` for all that is remembered. The plan must outlive the solver.
    DeckSolver(const Plan& plan, const DeckPosition& root, std::size_t most_bytes,
               const Limits& limits);

    const std::vector<DeckCombo>& moves() const { return moves_; }
    u64 nodes() const { return search_.nodes(); }
    bool stopped() const { return search_.stopped(); }

    // Who wins after the root's i-th move, open if a limit was reached.
    Outcome after_move(std::size_t i);
    // For each of the root's moves the first after which the game is the same.
    std::vector<std::size_t> likes() const;
    // The root's moves, those that look best first.
    std::vector<std::size_t> order();

    // A line from the root's i-th move on, that move and passes included: the side that wins plays
    // what was proved, the other what took most work to refute. Short if a limit is reached.
    std::vector<DeckCombo> line(std::size_t i);

    // A proof that the side wins from the root. Empty if a limit is reached, or it grows past
    // `most` nodes.
    std::vector<ProofNode> proof(Outcome winner, std::size_t most);

  private:
    Outcome outcome_of(const DeckPosition& next);
    bool choose(const DeckPosition& p, Outcome winner, DeckCombo& move);

    DeckWorld world_;
    ProofSearch<DeckWorld> search_;
    DeckPosition root_;
    std::vector<DeckCombo> moves_;
};

}  // namespace pokerfast::solve
