// What happened in a deal: every state and the action that followed it.
#pragma once

#include "game/game.hpp"

#include <vector>

namespace pokerfast {

struct Log {
    std::vector<AnyState> states;  // one more than actions: the last is the present
    std::vector<Action> actions;

    const AnyState& now() const { return states.back(); }
    void start(const AnyState& state) {
        states.assign(1, state);
        actions.clear();
    }
    void add(const Action& action, const AnyState& after) {
        actions.push_back(action);
        states.push_back(after);
    }
    // Does a checked or unranked action.
    void apply(const Game& game, const Action& action) {
        AnyState next = states.back();
        if (action.kind == ActionKind::administer)
            game.administer(next, action.number / 4, action.number % 4);
        else
            game.apply(next, action);
        add(action, next);
    }
};

}  // namespace pokerfast
