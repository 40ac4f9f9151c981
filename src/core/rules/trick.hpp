// What the trick-taking core asks of a rule set: the questions its games share
// (docs/rules/shengji.md numbers them).
#pragma once

#include "cards/deck.hpp"
#include "rules/option.hpp"

namespace pokerfast {

namespace throws {
enum : i64 { all, certain, none, trump_only };
}
namespace throw_fail {
enum : i64 { lowest, smallest_unit, single_card, beaten_card };
}
namespace level_tractor {
enum : i64 { full, jokers_only, no_ace };
}
namespace titanic_ladder {
enum : i64 { tractor_first, triples_first };
}
namespace overruff {
enum : i64 { unit, all, highest };
}
namespace kitty_rule {
enum : i64 { pow2, pairs, linear2, linear, fixed2 };
}

struct TrickRules {
    i64 decks = 1;
    i64 gap_tractor = 1;
    i64 level_tractor = level_tractor::full;
    i64 protect_tractors = 0, protect_triples = 0;
    i64 titanic_ladder = titanic_ladder::tractor_first;
    i64 throws = throws::none;
    i64 trump_throw = 1;
    i64 throw_fail = throw_fail::lowest;
    i64 overruff = overruff::unit;
    i64 kitty_rule = kitty_rule::pow2;
    i64 kitty_cap = 64;
    i64 four_of_rank = 0;  // 横甩; only where all throws may be tried
};

// The questions above but `decks`, in the order games list them.
const std::vector<Question<TrickRules>>& trick_questions();

// Which cards are trumps. `suit` 4: none; `level` and `permanent` are ranks (2 … A = 0 … 12) above
// the trump suit, `level` the higher, or no_rank; `kinds`: the pack, in which both jokers, if it
// has them, are the highest trumps.
inline constexpr int no_trump = 4;
inline constexpr int no_rank = 255;

struct TrumpSpec {
    int suit = no_trump;
    int level = no_rank;
    int permanent = no_rank;
    u64 kinds = full_deck;
};

}  // namespace pokerfast
