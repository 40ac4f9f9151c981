// One action of any game, as data. Which fields count depends on the kind.
#pragma once

#include "climb/combo.hpp"

namespace pokerfast {

enum class ActionKind : u8 { pass, no, call, rob, show, double_, bid, play, administer, count_ };

// The words of docs/conventions.md; a bid adds its number, a play is its cards, and
// what comes from outside is "auto 1", "manual 1" or "quit 1" with its seat.
inline constexpr const char* action_words[] = {"pass",   "no",  "call", "rob",       "show",
                                               "double", "bid", "play", "administer"};
inline constexpr const char* administer_words[] = {"auto", "manual", "quit"};
static_assert(sizeof(action_words) / sizeof(*action_words) == static_cast<int>(ActionKind::count_));

struct Action {
    ActionKind kind = ActionKind::pass;
    i32 number = 0;  // of a bid; for administer 4 * seat + what (0 auto, 1 manual, 2 quit)
    Combo play;      // cards and, once checked, the reading that stands
    u64 ids = 0;     // physical cards of a play; 0 = the lowest held
};

}  // namespace pokerfast
