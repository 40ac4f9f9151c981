// Deals consistent with what a seat has seen. A deal is consistent if at every point of the log the
// seat's view is the same and every action was legal. Cards that were seen keep their identity;
// among all assignments of the others each consistent one is equally likely: proposals are uniform
// over what keeps to constraints that can be counted, and the whole log is then done again with the
// cards proposed, move by move. Of cards alike, those played are taken as they were played.
#pragma once

#include "belief/arrival.hpp"
#include "game/log.hpp"

#include <memory>

namespace pokerfast::belief {

class Belief {
  public:
    virtual ~Belief() = default;

    // Another deal with its log, by the seed alone; false after so many proposals in vain. Seeds in
    // the states are drawn afresh: they would tell the deal.
    // `go_on` is asked now and then, and may end it.
    bool sample(u64 seed, int attempts, Log& world, bool (*go_on)() = nullptr) const;
    // The present state alone, of a proposal that keeps to the counted constraints; false if even
    // that fails.
    bool sample_loosely(u64 seed, int attempts, AnyState& state) const;

  protected:
    Belief(const Game& game, Log log, int viewer);

    struct Proposal {
        CardPlaces first;             // at the start of the log
        CardPlaces last;              // at its end; piles alone
        std::vector<CardIds> buried;  // of hidden burials, by action
    };
    virtual bool propose(Draws& draws, Proposal& out) const = 0;

    // The log since the last redeal.
    int size() const { return static_cast<int>(log_.actions.size()); }
    const Action& action(int t) const { return log_.actions[static_cast<std::size_t>(t)]; }
    const AnyState& state(int t) const { return log_.states[static_cast<std::size_t>(t)]; }
    const CardPlaces& places(int t) const { return places_[static_cast<std::size_t>(t)]; }
    // Cards that the view shows, the table left out.
    const CardIds& seen(int t) const { return seen_[static_cast<std::size_t>(t)]; }
    bool hidden(int t) const { return hidden_[static_cast<std::size_t>(t)]; }
    int actor(int t) const;
    int viewer() const { return viewer_; }
    const Game& game() const { return game_; }
    // Puts `out.first.pile` into an order, where cards are still to come.
    bool order_first(Draws& draws, Proposal& out) const;

  private:
    void read_arrival();
    void read_questions();
    bool quiet_before(const CardPlaces& first) const;
    bool replay(Draws& draws, const Proposal& proposal, Log& world) const;
    Action redo(Draws& draws, const Proposal& proposal, int t, const AnyState& state) const;
    bool same_view(int t, const AnyState& state) const;
    void draw_seeds(u64 seed, Log& world) const;

    const Game& game_;
    Log before_, log_;  // of deals that came to nothing; of the present one
    int viewer_;
    std::vector<AnyState> views_;
    std::vector<CardPlaces> places_;
    std::vector<CardIds> seen_;
    std::vector<bool> hidden_;
    Arrival arrival_;
    bool quiet_ = false;  // nobody was asked before the log starts
};

// `viewer` -1: a spectator.
std::unique_ptr<Belief> make_belief(const Game& game, Log log, int viewer);

inline constexpr int usual_attempts = 20'000;

template <class Visit>
void for_each_id(const CardIds& ids, Visit&& visit) {
    for (int deck = 0; deck < most_packs; ++deck)
        for (u64 left = ids.deck[deck]; left; left &= left - 1)
            visit(kinds_n * deck + lowest(left));
}

}  // namespace pokerfast::belief
