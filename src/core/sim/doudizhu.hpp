#pragma once

#include "sim/driver.hpp"

namespace pokerfast {

const Driver& doudizhu_driver();

// The baseline player (sim/doudizhu_greedy.cpp).
Action choose_greedily_doudizhu(const Game& game, const AnyState& state, Draws& draws);

}  // namespace pokerfast
