// A back end held against the walk: every legal action of positions from random games.
#pragma once

#include "game/doudizhu.hpp"
#include "sim/wide/backends.hpp"

namespace pokerfast {

struct WideCheck {
    u64 leads = 0, follows = 0;  // positions
    u64 actions = 0;
    std::string fault;  // empty: none
};

// At least so many positions, or those up to the first fault.
WideCheck check_backend(const DouDizhu& game, const Backend& backend, u64 positions, u64 seed);

}  // namespace pokerfast
