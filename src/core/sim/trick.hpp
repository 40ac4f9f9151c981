#pragma once

#include "sim/driver.hpp"

namespace pokerfast {

const Driver& dabaifen_driver();
const Driver& erqiwang_driver();
const Driver& shengji_driver();
const Driver& whist_driver();

// The baseline player (sim/trick_greedy.cpp).
Action choose_greedily_trick(const Game& game, const AnyState& state, Draws& draws);

}  // namespace pokerfast
