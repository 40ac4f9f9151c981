#include "rules/erqiwang.hpp"

#include "cards/pile.hpp"

#include <utility>

namespace pokerfast {

namespace {

constexpr const char* no_bid_names[] = {"redeal", "first_at_max", nullptr};
constexpr const char* throws_names[] = {"all", "certain", "none", "trump_only", nullptr};

using R = ErqiwangRules;
using enum OptionType;

std::vector<Question<R>> all_questions() {
    std::vector<Question<R>> questions = {
        {&R::cards,
         {"cards", either, 108, 92, 108, nullptr, "cards in play: all of two packs, or no 3 and 4",
          "peer"}},
        {&R::players,
         {"players", number, 4, 3, 4, nullptr, "players; three need 92 cards", "seed; 3: peer"}},
        {&R::allow_no_trump,
         {"allow_no_trump", on_off, 0, 0, 1, nullptr, "the dealer may name no suit", "peer"}},
        {&R::no_bid,
         {"no_bid", choice, no_bid::redeal, 0, 0, no_bid_names,
          "nobody bids: a new deal, or the first bidder deals at 120", "default"}},
    };
    for (const Question<TrickRules>& question : trick_questions()) {
        const std::string_view name = question.spec.name;
        if (name == "protect_triples" || name == "titanic_ladder") continue;  // of three packs
        OptionSpec spec = question.spec;
        if (name == "throws")
            spec = {"throws",
                    choice,
                    throws::trump_only,
                    0,
                    0,
                    throws_names,
                    "leads of several units: any may be tried; only what no unseen card beats; "
                    "none; trumps, once nobody else has any",
                    "peer; the others: as 升级"};
        if (name != "throws")
            spec.source = name.starts_with("kitty") ? "default: as 升级" : "peer: as 升级";
        questions.push_back({question.field, spec});
    }
    const std::pair<i64 R::*, const char*> shared[] = {{&R::throw_penalty, "throw_penalty"},
                                                       {&R::kitty_shape, "kitty_shape"}};
    for (const auto& [field, name] : shared)
        questions.push_back({field, spec_named(shengji_options(), name)});
    return questions;
}

const std::vector<Question<R>>& questions() {
    static const std::vector<Question<R>> all = all_questions();
    return all;
}

int bid_factor(int bid) {
    return bid >= 75 ? 1 : bid >= 45 ? 2 : 3;
}

}  // namespace

const std::vector<OptionSpec>& erqiwang_options() {
    static const std::vector<OptionSpec> specs = specs_of<R>(questions());
    return specs;
}

const std::vector<PresetSpec>& erqiwang_presets() {
    static const std::vector<PresetSpec> presets = {
        {"erqiwang", "the defaults: 108 cards, four players", {}},
        {"cards92", "without 3 and 4", {{"cards", 92}}},
        {"three_players", "three players, without 3 and 4", {{"cards", 92}, {"players", 3}}},
    };
    return presets;
}

u64 ErqiwangRules::kinds() const {
    return cards == 108 ? full_deck : full_deck & ~kinds_of_rank(1) & ~kinds_of_rank(2);
}

ErqiwangRules ErqiwangRules::from_values(const std::vector<i64>& values) {
    ErqiwangRules rules = rules_of<R>(questions(), values);
    rules.decks = 2;
    return rules;
}

std::vector<Fault> check_erqiwang(const std::vector<i64>& values) {
    std::vector<Fault> faults = check_options(erqiwang_options(), values);
    if (!faults.empty()) return faults;
    const R rules = R::from_values(values);
    if (rules.players == 3 && rules.cards != 92)
        faults.push_back({"players", "three need 92 cards"});
    return faults;
}

GradeResult grade_result(i64 points, int bid) {
    if (points < bid) return {false, points == 0 ? 3 : points < 40 ? 2 : 1, bid_factor(bid)};
    const i64 over = points - bid;
    return {true, over < 40 ? 1 : over < 80 ? 2 : 3, bid_factor(bid)};
}

GradeResult surrender_result(int bid) {
    return {true, 1, bid_factor(bid)};
}

}  // namespace pokerfast
