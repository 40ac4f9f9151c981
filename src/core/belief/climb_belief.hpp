// Climbing games: passing tells nothing, so what is counted is where each card may have been dealt.
#pragma once

#include "belief/belief.hpp"
#include "game/climb.hpp"

namespace pokerfast::belief {

class ClimbBelief final : public Belief {
  public:
    ClimbBelief(const ClimbGame& game, Log log, int viewer);

  protected:
    bool propose(Draws& draws, Proposal& out) const override;

  private:
    void move_unseen(Draws& draws, CardPlaces& last) const;

    Spread dealt_;
    bool possible_ = false;
    CardIds ever_seen_;                     // at any time, by the viewer
    CardIds certain_[CardPlaces::piles_n];  // that came there before the viewer's eyes
    CardIds settled_;                       // those, and what is in no hand any more
};

}  // namespace pokerfast::belief
