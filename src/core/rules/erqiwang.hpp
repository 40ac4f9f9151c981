// The questions of 二七王 (docs/rules/erqiwang.md numbers them). Every field is what its descriptor
// says.
#pragma once

#include "rules/bids.hpp"
#include "rules/shengji.hpp"

namespace pokerfast {

namespace no_bid {
enum : i64 { redeal, first_at_max };
}

struct ErqiwangRules : TrickRules {
    i64 cards, players, allow_no_trump, no_bid, throw_penalty, kitty_shape;

    static constexpr int kitty_cards = 8;
    static constexpr BidLadder bids{120, 5, -5};
    static constexpr int no_surrender = 80;  // with this bid or a lower one

    u64 kinds() const;  // of one of the two packs
    int hand_cards() const { return static_cast<int>((cards - kitty_cards) / players); }

    // From values in the order of erqiwang_options(), which must be without faults.
    static ErqiwangRules from_values(const std::vector<i64>& values);
};

const std::vector<OptionSpec>& erqiwang_options();
const std::vector<PresetSpec>& erqiwang_presets();
std::vector<Fault> check_erqiwang(const std::vector<i64>& values);

// What a deal is worth: each attacker gets or pays grade times factor.
struct GradeResult {
    bool attackers;  // who gains
    int grade, factor;
};
GradeResult grade_result(i64 points, int bid);
GradeResult surrender_result(int bid);

}  // namespace pokerfast
