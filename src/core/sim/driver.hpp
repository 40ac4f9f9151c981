// How each game is driven by the simulator: its sides, its policies and, where it has one, a fast
// random playout.
#pragma once

#include "base/random.hpp"
#include "sim/tally.hpp"

#include <span>

namespace pokerfast {

// A built-in player: the number of one of the legal actions, seeing only what the seat to move may
// know.
struct Policy {
    const char* name;
    const char* summary;
    u64 (*choose)(const Game& game, const AnyState& state, Draws& draws);
};

struct Driver {
    const char* game;
    std::span<const char* const> sides;
    std::span<const Policy> policies;  // the first is "random"
    // Games first … first + draw_lanes - 1 at the start of play.
    void (*start_at_play)(const Game& game, AnyState* states, u64 seed, u64 first);
    int (*winning_side)(const Game& game, const AnyState& state);
    // From a state in play to the end with the random policy; adds moves, choices and kinds,
    // answers the moves made.
    u64 (*finish_randomly)(const Game& game, AnyState& state, Draws& draws, Tally& tally);
};

const Driver* find_driver(const std::string& game);
const Policy* find_policy(const Driver& driver, const std::string& name);

u64 choose_randomly(const Game& game, const AnyState& state, Draws& draws);

}  // namespace pokerfast
