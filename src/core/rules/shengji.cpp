#include "rules/shengji.hpp"

namespace pokerfast {

namespace {

constexpr const char* kitty_shape_names[] = {"led", "winner", nullptr};
constexpr const char* first_dealer_names[] = {"first_declarer", "last_declarer", nullptr};
constexpr const char* nt_override_names[] = {"equal_pair", "any_two", "four", nullptr};
constexpr const char* nobody_names[] = {"no_trump", "kitty3", "kitty3_skip_jokers", "redeal",
                                        nullptr};
constexpr const char* band_names[] = {"literal", "min", nullptr};
constexpr const char* level_names[] = {"2", "3", "4", "5", "6", "7", "8",
                                       "9", "T", "J", "Q", "K", "A", nullptr};

using R = ShengjiRules;
using enum OptionType;

// Largest hand with the kitty, so that every number of plays fits 64 bits.
constexpr int most_held = 60;

std::vector<Question<R>> all_questions() {
    std::vector<Question<R>> questions = {
        {&R::decks, {"decks", number, 2, 1, 3, nullptr, "packs of 54 cards", "seed"}},
        {&R::kitty_size,
         {"kitty_size", maybe, -1, 2, 60, nullptr,
          "cards in the kitty; none: 6, 8, 6 for one, two, three decks", "peer"}},
        {&R::two_is_trump,
         {"two_is_trump", on_off, 0, 0, 1, nullptr, "all 2s are trumps (2 为常主)", "seed"}},
    };
    for (const Question<TrickRules>& question : trick_questions())
        questions.push_back({question.field, question.spec});
    const std::vector<Question<R>> more = {
        {&R::throw_penalty,
         {"throw_penalty", number, 0, 0, 1000, nullptr,
          "points a failed throw gives to the other side", "default"}},
        {&R::kitty_shape,
         {"kitty_shape", choice, kitty_shape::led, 0, 0, kitty_shape_names,
          "whose largest unit counts for the buried points: the lead's or the winner's",
          "default"}},
        {&R::kitty_points_max,
         {"kitty_points_max", maybe, -1, 0, 300, nullptr,
          "points that may be buried; none: any number", "seed: one deck has a limit, no number"}},
        {&R::first_dealer,
         {"first_dealer", choice, first_dealer::first_declarer, 0, 0, first_dealer_names,
          "who deals the first deal: the first to declare, or the last",
          "seed: the first; last_declarer: default"}},
        {&R::allow_partner_protect,
         {"allow_partner_protect", on_off, 0, 0, 1, nullptr,
          "the partner may lock the suit with the second card (对家保)", "seed 003"}},
        {&R::nt_override,
         {"nt_override", choice, nt_override::equal_pair, 0, 0, nt_override_names,
          "which jokers make no trump: two equal ones; any two; four", "seed; the others: peers"}},
        {&R::nobody_declares,
         {"nobody_declares", choice, nobody_declares::no_trump, 0, 0, nobody_names,
          "trump if nobody declares: none; the suit of the kitty's third card; of the first from "
          "there that is no joker; a new deal",
          "seed 000-002, 004; kitty3: seed 003; the others: peers"}},
        {&R::rob_kitty,
         {"rob_kitty", on_off, 0, 0, 1, nullptr,
          "others may take the kitty with a stronger set and bury again (反底, 炒地皮)",
          "seed 000, 002"}},
        {&R::stake_factor,
         {"stake_factor", number, 2, 1, 10, nullptr,
          "what each 反主, 反无主 and 反底 multiplies the stake by",
          "seed: doubled; when: default"}},
        {&R::stake_cap,
         {"stake_cap", maybe, -1, 1, 1'000'000'000, nullptr, "the largest stake; none: no limit",
          "default"}},
        {&R::stakes,
         {"stakes", on_off, 0, 0, 1, nullptr, "the stake multiplies the returns", "default"}},
        {&R::must_play,
         {"must_play", set, 0, 0, 0, level_names,
          "levels that a pair may not leave before it has dealt at them", "default"}},
        {&R::band,
         {"band", choice, band::literal, 0, 0, band_names,
          "room points of players in different bands: no multiplier, or the lowest player's",
          "seed: literal"}},
    };
    questions.insert(questions.end(), more.begin(), more.end());
    return questions;
}

const std::vector<Question<R>>& questions() {
    static const std::vector<Question<R>> all = all_questions();
    return all;
}

}  // namespace

const std::vector<OptionSpec>& shengji_options() {
    static const std::vector<OptionSpec> specs = specs_of<R>(questions());
    return specs;
}

const std::vector<PresetSpec>& shengji_presets() {
    static const std::vector<PresetSpec> presets = {
        {"tuolaji", "the defaults: two decks (拖拉机)", {}},
        {"one_deck", "one deck", {{"decks", 1}}},
        {"titanic", "three decks (泰坦尼克)", {{"decks", 3}}},
        {"chaodipi", "two decks with 反底 (炒地皮)", {{"rob_kitty", 1}}},
        {"botzone",
         "Botzone's Tractor, as far as these options tell it (docs/botzone.md)",
         {{"level_tractor", level_tractor::jokers_only},
          {"throw_fail", throw_fail::beaten_card},
          {"throw_penalty", 10},
          {"kitty_rule", kitty_rule::linear2},
          {"first_dealer", first_dealer::last_declarer}}},
    };
    return presets;
}

ShengjiRules ShengjiRules::from_values(const std::vector<i64>& values) {
    return rules_of<R>(questions(), values);
}

std::vector<Fault> check_shengji(const std::vector<i64>& values) {
    std::vector<Fault> faults = check_options(shengji_options(), values);
    if (!faults.empty()) return faults;
    const ShengjiRules rules = ShengjiRules::from_values(values);
    if ((rules.pack_size() - rules.kitty_cards()) % 4)
        faults.push_back({"kitty_size", "the other cards don't divide by four"});
    if (rules.hand_cards() < 1 || rules.hand_cards() + rules.kitty_cards() > most_held)
        faults.push_back({"kitty_size", "a hand and the kitty must be " +
                                            std::to_string(most_held) + " cards at most"});
    if (rules.rob_kitty && rules.decks == 1)
        faults.push_back({"rob_kitty", "needs two or three decks"});
    if (rules.kitty_cards() < 3 && (rules.nobody_declares == nobody_declares::kitty3 ||
                                    rules.nobody_declares == nobody_declares::kitty3_skip_jokers))
        faults.push_back({"nobody_declares", "the kitty has no third card"});
    if (rules.nt_override == nt_override::four && rules.decks == 3)
        faults.push_back({"nt_override", "four has no step among the shows of three decks"});
    return faults;
}

LevelResult level_result(const ShengjiRules& rules, i64 points) {
    const i64 step = rules.step();
    if (points >= 2 * step) return {true, static_cast<int>((points - 2 * step) / step), true};
    return {false, points == 0 ? 3 : points < step ? 2 : 1, false};
}

}  // namespace pokerfast
