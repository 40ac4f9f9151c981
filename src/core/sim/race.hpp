#pragma once

#include "sim/driver.hpp"

namespace pokerfast {

const Driver& baohuang_driver();
const Driver& dadaa_driver();

// The baseline player (sim/race_greedy.cpp).
Action choose_greedily_baohuang(const Game& game, const AnyState& state, Draws& draws);
Action choose_greedily_dadaa(const Game& game, const AnyState& state, Draws& draws);

}  // namespace pokerfast
