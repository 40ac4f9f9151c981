// For the binder: a position with its log in the form that it keeps.
#pragma once

#include "game/log.hpp"

namespace pokerfast::belief {

// The log of a position: actions, and the states before each, one after the other in `state_size`
// bytes.
Log unpack_log(const Game& game, const AnyState& now, const std::vector<Action>& done,
               const std::vector<unsigned char>& befores);

// Puts another deal in place of all three; false, and nothing changed, if none was found.
bool resample(const Game& game, AnyState& now, std::vector<Action>& done,
              std::vector<unsigned char>& befores, int viewer, u64 seed, int attempts,
              bool (*go_on)());

}  // namespace pokerfast::belief
