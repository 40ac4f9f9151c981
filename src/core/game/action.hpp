// One action of any game, as data. Which fields count depends on the kind.
#pragma once

#include "cards/card_ids.hpp"
#include "climb/combo.hpp"

namespace pokerfast {

enum class ActionKind : u8 {
    pass,
    no,
    call,
    rob,
    show,
    double_,
    bid,
    play,
    administer,
    declare,
    bury,
    take,
    name,
    yield,
    surrender,
    count_
};

// The words of docs/conventions.md. A bid adds its number, and whatever has cards its cards; a play
// is its cards alone. What comes from outside is "auto 1", "manual 1" or "quit 1" with its seat.
inline constexpr const char* action_words[] = {"pass",   "no",   "call", "rob",        "show",
                                               "double", "bid",  "play", "administer", "declare",
                                               "bury",   "take", "name", "yield",      "surrender"};
inline constexpr const char* administer_words[] = {"auto", "manual", "quit"};
static_assert(sizeof(action_words) / sizeof(*action_words) == static_cast<int>(ActionKind::count_));

struct Action {
    ActionKind kind = ActionKind::pass;
    i32 number = 0;  // of a bid; of a trump named (S H D C none = 0 … 4); for administer 4 * seat +
                     // what (0 auto, 1 manual, 2 quit)
    // Of a play or a take in climbing games: its cards and, once checked, the reading that stands.
    Combo play;
    CardIds ids;  // physical cards; none = the lowest held of `play`
    // Whether `ids` names decks; else each kind's copies count, and in trick-taking games `check`
    // takes the lowest held.
    bool exact = false;
};

}  // namespace pokerfast
