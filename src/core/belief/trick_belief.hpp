// Trick-taking games: what each seat can still hold follows from how it followed; the kitty goes
// through hands unseen. What is counted is where each card lies now; the way there is then found
// backwards.
#pragma once

#include "belief/belief.hpp"
#include "game/trick.hpp"

namespace pokerfast::belief {

class TrickBelief final : public Belief {
  public:
    TrickBelief(const TrickGame& game, Log log, int viewer);

  protected:
    bool propose(Draws& draws, Proposal& out) const override;

  private:
    using Masks = std::vector<Places>;  // by card id: where it may be as far as is known by then

    // Somebody takes the kitty into its hand.
    struct Take {
        int t, seat;
        int here, there;  // cards known to be in that hand, in the kitty
        Masks before;
    };

    void sight(Masks& may, const CardIds& ids, const CardPlaces& at) const;
    void look_back(Masks& may, int t);
    void need_shown(int t);
    void limit_by_follow(const Masks& may, int t);
    void limit_by_throw(const Masks& may, int t);
    CardIds left_hand(int t) const;
    int certain_now(const Masks& may, int kind, int seat) const;
    bool undo_take(Draws& draws, const Take& take, CardIds (&piles)[CardPlaces::piles_n]) const;

    const TrickGame& tricks_;
    Spread now_;
    bool possible_ = false;
    std::vector<Take> takes_;
    CardIds certain_[most_seats];  // in each hand now, or played since from t on
};

}  // namespace pokerfast::belief
