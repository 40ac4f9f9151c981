// The questions of 打百分 (docs/rules/dabaifen.md numbers them). Without contract it is 升级 with
// one deck, whose answers to the other questions are fixed here. Every field is what its descriptor
// says.
#pragma once

#include "rules/bids.hpp"
#include "rules/shengji.hpp"

namespace pokerfast {

namespace deal_levels {
enum : i64 { fixed, moving };
}
namespace wrong_throw {
enum : i64 { dealer_loses, none };
}

struct DabaifenRules : ShengjiRules {
    i64 contract, moving_levels, wrong_throw;

    static constexpr BidLadder bids{60, 100, 5};
    static constexpr int pack_points = 100, doubled_from = 50, made_clean = 200;

    // From values in the order of dabaifen_options(), which must be without faults.
    static DabaifenRules from_values(const std::vector<i64>& values);
};

const std::vector<OptionSpec>& dabaifen_options();
const std::vector<PresetSpec>& dabaifen_presets();
std::vector<Fault> check_dabaifen(const std::vector<i64>& values);

// What each of the dealer's side and each of the attackers gets.
struct ContractScore {
    i64 dealer, attackers;
};
// `points`: the attackers'. `tripled`: they won the last trick with trumps, and what decides is
// three times what they have with the kitty, which `points` says already.
ContractScore contract_score(int bid, i64 points, bool tripled);
// After a wrong throw of the dealer's side.
ContractScore failed_contract(int bid, i64 points);

}  // namespace pokerfast
