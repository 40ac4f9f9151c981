// The questions of 打大A (docs/rules/dadaa.md numbers them). Every field is what its descriptor
// says.
#pragma once

#include "rules/option.hpp"

namespace pokerfast {

namespace no_reveal {
enum : i64 { first_heart, random_suit, redeal };
}
namespace wind {
enum : i64 { exposed_partner, partner, next };
}
namespace ladder {
enum : i64 { natural, ace_low, rank_chain };
}
namespace joker_pair_order {
enum : i64 { lowest, tie, sum };
}

struct DadaaRules {
    i64 random_first_draw, no_reveal, wind, counter_double_ace;
    i64 ladder, wrap_position, big_ace_joins, joker_pair_order, egg_chain_min;
    i64 fours_take_true_seven, grassland;

    // From values in the order of dadaa_options(), which must have passed check_options.
    static DadaaRules from_values(const std::vector<i64>& values);
};

const std::vector<OptionSpec>& dadaa_options();
const std::vector<PresetSpec>& dadaa_presets();

}  // namespace pokerfast
