// One action of any game, as data. Which fields count depends on the kind.
#pragma once

#include "cards/pile.hpp"
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
    count_
};

// The words of docs/conventions.md; a bid adds its number, declare and bury (in trick-taking games
// rob too) their cards, a play is its cards, and
// what comes from outside is "auto 1", "manual 1" or "quit 1" with its seat.
inline constexpr const char* action_words[] = {
    "pass", "no", "call", "rob", "show", "double", "bid", "play", "administer", "declare", "bury"};
inline constexpr const char* administer_words[] = {"auto", "manual", "quit"};
static_assert(sizeof(action_words) / sizeof(*action_words) == static_cast<int>(ActionKind::count_));

// Physical cards of up to four packs: one mask of kinds a deck.
struct CardIds {
    u64 deck[4] = {};

    PF_INLINE Pile pile() const { return {{deck[0], deck[1], deck[2]}}; }
    static PF_INLINE CardIds of(u64 one_deck) { return {{one_deck, 0, 0, 0}}; }
    static PF_INLINE CardIds of(const Pile& pile) {
        return {{pile.deck[0], pile.deck[1], pile.deck[2], 0}};
    }
    friend bool operator==(const CardIds&, const CardIds&) = default;
};

struct Action {
    ActionKind kind = ActionKind::pass;
    i32 number = 0;  // of a bid; for administer 4 * seat + what (0 auto, 1 manual, 2 quit)
    Combo play;      // cards and, once checked, the reading that stands
    CardIds ids;     // physical cards; none = the lowest held of `play`
    // Trick-taking games: whether `ids` names decks; else each kind's copies count, and `check`
    // takes the lowest held.
    bool exact = false;
};

}  // namespace pokerfast
