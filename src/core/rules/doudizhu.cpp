#include "rules/doudizhu.hpp"

#include "rules/kind.hpp"

namespace pokerfast {

namespace {

constexpr const char* rerob_names[] = {"if_robbed", "always", "never", nullptr};
constexpr const char* all_pass_names[] = {"redeal", "first_caller", nullptr};
// What can be banned: 斗地主's kinds.
struct DouDizhuKinds {
    const char* names[doudizhu_kinds + 1];
};

consteval DouDizhuKinds make_kinds() {
    DouDizhuKinds kinds{};
    for (int i = 0; i < doudizhu_kinds; ++i) kinds.names[i] = kind_names[i];
    return kinds;
}

constexpr DouDizhuKinds kinds = make_kinds();

constexpr const char* auction_names[] = {"call_rob", "bid3", "none", nullptr};

using R = DouDizhuRules;
using enum OptionType;

const Question<R> questions[] = {
    {&R::kicker_same_rank,
     {"kicker_same_rank", number, 4, 1, 4, nullptr, "most single wings of one rank in a trio chain",
      "default: the seed asks only for the same number of singles; peers split"}},
    {&R::kicker_rocket,
     {"kicker_rocket", on_off, 1, 0, 1, nullptr, "both jokers together may be wings",
      "seed has no ban; DouZero and onestraw allow it, RLCard and pagat refuse"}},
    {&R::kicker_pair_repeat,
     {"kicker_pair_repeat", on_off, 1, 0, 1, nullptr,
      "two pair wings may be of one rank (a bomb as two pairs)",
      "peer: one first-hand report of QQ allows it"}},
    {&R::kicker_body_rank,
     {"kicker_body_rank", on_off, 0, 0, 1, nullptr,
      "the fourth card of a rank of a chain of 2 or more may be a single wing",
      "peer: every engine refuses"}},
    {&R::kicker_extends_chain,
     {"kicker_extends_chain", on_off, 1, 0, 1, nullptr,
      "three or four single wings of one rank 3…A may stand next to the chain",
      "peer: RLCard refuses"}},
    {&R::four_two_pair_as_solos,
     {"four_two_pair_as_solos", on_off, 1, 0, 1, nullptr,
      "a pair may stand for the two singles of four with two", "seed: 两手牌"}},
    {&R::four_two,
     {"four_two", on_off, 1, 0, 1, nullptr, "four with two exists", "seed; OpenSpiel has none"}},
    {&R::bare_trio,
     {"bare_trio", on_off, 1, 0, 1, nullptr, "a trio and a trio chain without wings exist",
      "seed lists both"}},
    {&R::banned_kinds,
     {"banned_kinds", set, 0, 0, 0, kinds.names, "kinds of play that don't exist",
      "default: endgame puzzles forbid some"}},
    {&R::caller_rerob,
     {"caller_rerob", choice, caller_rerob::if_robbed, 0, 0, rerob_names,
      "whether the caller is asked to rob last: only if somebody robbed, always, never",
      "seed: each player once and only once"}},
    {&R::all_pass,
     {"all_pass", choice, all_pass::redeal, 0, 0, all_pass_names,
      "nobody calls: redeal, or the first player asked is landlord; a player who showed comes "
      "before either",
      "seed; first_caller: peer (Botzone)"}},
    {&R::auction,
     {"auction", choice, auction::call_rob, 0, 0, auction_names,
      "call and rob, bids of 1 to 3, or seat 0 is landlord", "seed; bid3: peer (Botzone)"}},
    {&R::open_hand,
     {"open_hand", on_off, 1, 0, 1, nullptr, "the three ways to show one's hand (明牌) exist",
      "seed"}},
    {&R::open_deal_thresholds,
     {"open_deal_thresholds", pair, pair_value(9, 17), 0, 17, nullptr,
      "cards held up to which showing while dealing counts ×4, then ×3",
      "default: the seed gives no number"}},
    {&R::doubling, {"doubling", on_off, 1, 0, 1, nullptr, "the 加倍 phase exists", "seed"}},
    {&R::room_minimum,
     {"room_minimum", number, 0, 0, 1'000'000'000'000, nullptr,
      "beans that must be exceeded to double", "seed"}},
    {&R::base,
     {"base", number, 1, 1, 1'000'000, nullptr, "points a multiplier of 1 is worth", "default"}},
    {&R::bomb_factor,
     {"bomb_factor", number, 2, 1, 4, nullptr, "factor for each bomb or rocket played",
      "peer: QQ's classic text"}},
    {&R::spring_factor,
     {"spring_factor", number, 2, 1, 4, nullptr, "factor for 春天 and 反春",
      "peer: QQ's classic text"}},
};

}  // namespace

const std::vector<OptionSpec>& doudizhu_options() {
    static const std::vector<OptionSpec> specs = specs_of<DouDizhuRules>(questions);
    return specs;
}

const std::vector<PresetSpec>& doudizhu_presets() {
    static const std::vector<PresetSpec> presets = {
        {"qq", "the defaults: the seed's rules", {}},
        {"rlcard",
         "RLCard's 27,471 plays",
         {{"kicker_rocket", 0},
          {"kicker_same_rank", 3},
          {"kicker_pair_repeat", 0},
          {"kicker_extends_chain", 0}}},
        {"laozhang",
         "the rules of laozhang-doudizhu",
         {{"kicker_rocket", 0}, {"kicker_same_rank", 3}, {"kicker_pair_repeat", 0}}},
        {"openspiel",
         "OpenSpiel's dou_dizhu: as laozhang, no four with two",
         {{"kicker_rocket", 0},
          {"kicker_same_rank", 3},
          {"kicker_pair_repeat", 0},
          {"four_two", 0}}},
        {"douzero", "DouZero's move generator", {{"kicker_pair_repeat", 0}}},
        {"distinct",
         "all wings of different ranks",
         {{"kicker_same_rank", 1},
          {"kicker_pair_repeat", 0},
          {"kicker_extends_chain", 0},
          {"four_two_pair_as_solos", 0}}},
        {"pagat",
         "as distinct, never both jokers as wings",
         {{"kicker_same_rank", 1},
          {"kicker_pair_repeat", 0},
          {"kicker_extends_chain", 0},
          {"four_two_pair_as_solos", 0},
          {"kicker_rocket", 0}}},
        {"botzone",
         "Botzone's FightTheLandlord2, but for its 航天飞机: as distinct, bids of 1 to 3",
         {{"kicker_same_rank", 1},
          {"kicker_pair_repeat", 0},
          {"kicker_extends_chain", 0},
          {"four_two_pair_as_solos", 0},
          {"all_pass", all_pass::first_caller},
          {"auction", auction::bid3},
          {"open_hand", 0},
          {"doubling", 0}}},
    };
    return presets;
}

DouDizhuRules DouDizhuRules::from_values(const std::vector<i64>& values) {
    return rules_of<DouDizhuRules>(questions, values);
}

}  // namespace pokerfast
