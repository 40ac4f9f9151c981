// What happened in a deal: every state and the action that followed it.
#pragma once

#include "game/game.hpp"

#include <vector>

namespace pokerfast::belief {

struct Log {
    std::vector<AnyState> states;  // one more than actions: the last is the present
    std::vector<Action> actions;

    const AnyState& now() const { return states.back(); }
    void start(const AnyState& state) {
        states.assign(1, state);
        actions.clear();
    }
    // Does a checked or unranked action.
    void apply(const Game& game, const Action& action);
};

}  // namespace pokerfast::belief
