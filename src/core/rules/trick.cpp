#include "rules/trick.hpp"

namespace pokerfast {

namespace {

constexpr const char* throws_names[] = {"all", "certain", "none", nullptr};
constexpr const char* throw_fail_names[] = {"lowest", "smallest_unit", "single_card", "beaten_card",
                                            nullptr};
constexpr const char* level_tractor_names[] = {"full", "jokers_only", "no_ace", nullptr};
constexpr const char* ladder_names[] = {"tractor_first", "triples_first", nullptr};
constexpr const char* overruff_names[] = {"unit", "all", "highest", nullptr};
constexpr const char* kitty_rule_names[] = {"pow2",   "pairs",  "linear2",
                                            "linear", "fixed2", nullptr};

using R = TrickRules;
using enum OptionType;

}  // namespace

const std::vector<Question<TrickRules>>& trick_questions() {
    static const std::vector<Question<R>> questions = {
        {&R::gap_tractor,
         {"gap_tractor", on_off, 1, 0, 1, nullptr,
          "the ranks beside a removed one (a level, a permanent trump) are neighbours",
          "seed: playing 10, JJ99 is a tractor"}},
        {&R::level_tractor,
         {"level_tractor", choice, level_tractor::full, 0, 0, level_tractor_names,
          "what chains at the top of the trumps: all; only w with W; all but with the suit below",
          "seed; the others: peers"}},
        {&R::throws,
         {"throws", choice, throws::all, 0, 0, throws_names,
          "leads of several units: any may be tried; only what no unseen card beats; none",
          "seed; certain, none: default"}},
        {&R::trump_throw,
         {"trump_throw", on_off, 1, 0, 1, nullptr, "trumps may be thrown", "default"}},
        {&R::throw_fail,
         {"throw_fail", choice, throw_fail::lowest, 0, 0, throw_fail_names,
          "what a failed throw leads: the lowest beaten unit; the beaten one of fewest cards; the "
          "lowest card; the lowest card of the lowest beaten unit",
          "seed; the others: peers"}},
        {&R::protect_tractors,
         {"protect_tractors", on_off, 0, 0, 1, nullptr,
          "a led pair doesn't oblige a pair that stands in a tractor", "default"}},
        {&R::protect_triples,
         {"protect_triples", on_off, 0, 0, 1, nullptr,
          "a led pair doesn't oblige a pair that stands in a triple", "default"}},
        {&R::titanic_ladder,
         {"titanic_ladder", choice, titanic_ladder::tractor_first, 0, 0, ladder_names,
          "which answers a titanic first: a tractor and any two, or two triples",
          "seed: 000-002 and 003, 004 differ"}},
        {&R::overruff,
         {"overruff", choice, overruff::unit, 0, 0, overruff_names,
          "what decides between ruffs: the largest unit; every unit; the highest card",
          "seed; the others: peers"}},
        {&R::kitty_rule,
         {"kitty_rule", choice, kitty_rule::pow2, 0, 0, kitty_rule_names,
          "factor of the buried points, n cards in the largest unit: 2^n; 2^(pairs + 1); 2n; n; 2",
          "seed; the others: peers"}},
        {&R::kitty_cap,
         {"kitty_cap", number, 64, 1, 1'000'000, nullptr, "the largest factor of the buried points",
          "seed"}},
    };
    return questions;
}

}  // namespace pokerfast
