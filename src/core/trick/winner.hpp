// Who wins a trick, and what the kitty is worth after the last.
#pragma once

#include "trick/shape.hpp"

#include <span>

namespace pokerfast {

// Offset from the leader of the play that wins; plays[0] is the lead, all are of its size.
int winner_of(const TrickPlan& plan, const Lead& lead, std::span<const Copies> plays);

// The top place of a play's deciding unit, -1 if its cards don't cover the lead.
int deciding_height(const TrickPlan& plan, int group, const Lead& lead, const Copies& play);

// What the buried points are multiplied by; `largest` is the last trick's largest unit.
i64 kitty_multiplier(const TrickRules& rules, Shape largest);

}  // namespace pokerfast
