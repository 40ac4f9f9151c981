#include "rules/dabaifen.hpp"

#include <utility>

namespace pokerfast {

namespace {

constexpr const char* levels_names[] = {"fixed", "moving", nullptr};
constexpr const char* wrong_throw_names[] = {"dealer_loses", "none", nullptr};

using R = DabaifenRules;
using enum OptionType;

std::vector<Question<R>> all_questions() {
    std::vector<Question<R>> questions = {
        {&R::contract,
         {"contract", on_off, 0, 0, 1, nullptr,
          "the players bid for the deal, and the bid is what it is worth", "peer"}},
        {&R::moving_levels,
         {"levels", choice, deal_levels::fixed, 0, 0, levels_names,
          "2 is the level always and gains are match points, or levels move as in 升级", "peer"}},
        {&R::wrong_throw,
         {"wrong_throw", choice, wrong_throw::dealer_loses, 0, 0, wrong_throw_names,
          "a wrong throw of the dealer's side ends the deal (下台), or costs nothing more",
          "seed: 下台; the dealer's side alone, none: default"}},
        {&R::four_of_rank,
         {"four_of_rank_lead", on_off, 1, 0, 1, nullptr,
          "four cards of one rank may be led and win (横甩)", "seed; how: default"}},
    };
    const std::pair<i64 R::*, const char*> shared[] = {
        {&R::kitty_rule, "kitty_rule"},           {&R::kitty_points_max, "kitty_points_max"},
        {&R::first_dealer, "first_dealer"},       {&R::nt_override, "nt_override"},
        {&R::nobody_declares, "nobody_declares"}, {&R::must_play, "must_play"},
    };
    for (const auto& [field, name] : shared) {
        OptionSpec spec = spec_named(shengji_options(), name);
        spec.source = "as 升级";
        questions.push_back({field, spec});
    }
    return questions;
}

const std::vector<Question<R>>& questions() {
    static const std::vector<Question<R>> all = all_questions();
    return all;
}

i64 attackers_score(i64 points) {
    return points >= R::doubled_from ? 2 * points : points;
}

}  // namespace

const std::vector<OptionSpec>& dabaifen_options() {
    static const std::vector<OptionSpec> specs = specs_of<R>(questions());
    return specs;
}

const std::vector<PresetSpec>& dabaifen_presets() {
    static const std::vector<PresetSpec> presets = {
        {"dabaifen", "the defaults: 2 is the level always", {}},
        {"moving", "levels move as in 升级", {{"levels", deal_levels::moving}}},
        {"contract", "with bids", {{"contract", 1}}},
    };
    return presets;
}

DabaifenRules DabaifenRules::from_values(const std::vector<i64>& values) {
    // What 升级 asks and this game does not.
    std::vector<i64> usual;
    for (const OptionSpec& spec : shengji_options()) usual.push_back(spec.initial);
    R rules{};
    static_cast<ShengjiRules&>(rules) = ShengjiRules::from_values(usual);
    rules.decks = 1;
    rules.two_is_trump = 1;
    rules.throw_fail = throw_fail::single_card;
    return rules_of<R>(questions(), values, rules);
}

std::vector<Fault> check_dabaifen(const std::vector<i64>& values) {
    std::vector<Fault> faults = check_options(dabaifen_options(), values);
    if (!faults.empty()) return faults;
    const R rules = R::from_values(values);
    if (rules.contract && rules.moving_levels)
        faults.push_back({"levels", "the contract game has none that move"});
    return faults;
}

ContractScore contract_score(int bid, i64 points, bool tripled) {
    if (points <= R::pack_points - bid) return {points ? bid : R::made_clean, 0};
    return {-bid, tripled ? points : attackers_score(points)};
}

ContractScore failed_contract(int bid, i64 points) {
    return {-bid, attackers_score(points)};
}

}  // namespace pokerfast
