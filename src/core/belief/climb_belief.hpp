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
    Spread dealt_;
    bool possible_ = false;
};

}  // namespace pokerfast::belief
