#include "rules/dadaa.hpp"

namespace pokerfast {

namespace {

constexpr const char* first_draw_names[] = {"last_winner", "random", nullptr};
constexpr const char* no_reveal_names[] = {"first_heart", "random_suit", "redeal", nullptr};
constexpr const char* wind_names[] = {"exposed_partner", "partner", "next", nullptr};
constexpr const char* ladder_names[] = {"natural", "ace_low", "rank_chain", nullptr};
constexpr const char* wrap_names[] = {"rank", "position", nullptr};
constexpr const char* joker_names[] = {"lowest", "tie", "sum", nullptr};
constexpr const char* score_names[] = {"unit", "grassland", nullptr};

using R = DadaaRules;
using enum OptionType;

const Question<R> questions[] = {
    {&R::random_first_draw,
     {"first_draw", choice, 0, 0, 0, first_draw_names,
      "who draws first: the player first out of the last deal, or always by chance",
      "peer: pagat"}},
    {&R::no_reveal,
     {"no_reveal", choice, no_reveal::first_heart, 0, 0, no_reveal_names,
      "nobody shows an ace: hearts, a suit by chance, or a new deal", "default; others: peer"}},
    {&R::wind,
     {"wind", choice, wind::exposed_partner, 0, 0, wind_names,
      "who leads for a player who is out: the nearest team-mate once the sides are exposed, the "
      "nearest team-mate always, or the next player",
      "peer"}},
    {&R::counter_double_ace,
     {"counter_double_ace", on_off, 0, 0, 1, nullptr,
      "two equal aces may be shown after the deal to become the big aces (反A)", "peer"}},
    {&R::ladder,
     {"ladder", choice, ladder::natural, 0, 0, ladder_names,
      "which ranks make runs: 2 3 4 … A, the same with a low ace too, or 4 … A 2 3",
      "seed: 2 and 3 may be joined to 4; others: peer"}},
    {&R::wrap_position,
     {"wrap", choice, 0, 0, 0, wrap_names,
      "what a run is compared by: its lowest rank, or its first card", "seed; position: peer"}},
    {&R::big_ace_joins,
     {"big_ace_joins", on_off, 0, 0, 1, nullptr, "a big ace may stand for an ace in sets and runs",
      "default: the seed takes big aces out of the aces"}},
    {&R::joker_pair_order,
     {"joker_pair_order", choice, joker_pair_order::lowest, 0, 0, joker_names,
      "pairs of jokers compare by the lower joker, never, or by both", "default"}},
    {&R::egg_chain_min,
     {"egg_chain_min", on_off, 0, 0, 1, nullptr, "more than three eggs in a row are a play",
      "default: the seed has exactly three"}},
    {&R::fours_take_true_seven,
     {"fours_take_true_seven", on_off, 0, 0, 1, nullptr,
      "six fours take seven of a rank, seven take eight", "default: the seed takes eggs only"}},
    {&R::grassland,
     {"score", choice, 0, 0, 0, score_names, "one point a player, or by the places",
      "default; grassland: peer"}},
};

}  // namespace

const std::vector<OptionSpec>& dadaa_options() {
    static const std::vector<OptionSpec> specs = specs_of<DadaaRules>(questions);
    return specs;
}

const std::vector<PresetSpec>& dadaa_presets() {
    static const std::vector<PresetSpec> presets = {{"seed", "the defaults: the seed's rules", {}}};
    return presets;
}

DadaaRules DadaaRules::from_values(const std::vector<i64>& values) {
    return rules_of<DadaaRules>(questions, values);
}

}  // namespace pokerfast
