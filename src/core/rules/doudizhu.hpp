// The questions of 斗地主 (docs/rules/doudizhu.md numbers them). Every field is what its descriptor
// says.
#pragma once

#include "rules/option.hpp"

namespace pokerfast {

namespace caller_rerob {
enum : i64 { if_robbed, always, never };
}
namespace all_pass {
enum : i64 { redeal, first_caller };
}
namespace auction {
enum : i64 { call_rob, bid3, none };
}

struct DouDizhuRules {
    i64 kicker_same_rank, kicker_rocket, kicker_pair_repeat, kicker_body_rank, kicker_extends_chain;
    i64 four_two_pair_as_solos, four_two, bare_trio, banned_kinds;
    i64 caller_rerob, all_pass, auction, open_hand, open_deal_thresholds, doubling, room_minimum;
    i64 base, bomb_factor, spring_factor;

    // Cards held up to which showing while dealing counts ×4, and ×3.
    i64 open_limit_high() const { return open_deal_thresholds % 1000; }
    i64 open_limit_low() const { return open_deal_thresholds / 1000; }

    // From values in the order of doudizhu_options(), which must have passed check_options.
    static DouDizhuRules from_values(const std::vector<i64>& values);
};

const std::vector<OptionSpec>& doudizhu_options();
const std::vector<PresetSpec>& doudizhu_presets();

}  // namespace pokerfast
