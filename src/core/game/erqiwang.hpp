// 二七王 as a state machine: bids, kitty shown, trump named, burial, play of one against the others
// (docs/rules/erqiwang.md).
#pragma once

#include "game/auction.hpp"
#include "game/burial.hpp"
#include "rules/erqiwang.hpp"

namespace pokerfast {

class Erqiwang final : public TrickGame {
  public:
    // The values must be without faults.
    explicit Erqiwang(std::vector<i64> values);

    const ErqiwangRules& rules() const { return rules_; }
    // What a deal that is over is worth.
    GradeResult result(const State& s) const;

    const char* name() const override { return "erqiwang"; }
    trick::LastTrick last_trick() const override {
        return rules_.kitty_shape == kitty_shape::led ? trick::LastTrick::kitty_led
                                                      : trick::LastTrick::kitty_winner;
    }
    const BidLadder* ladder() const override { return &auction_.ladder(); }
    int usual_bid() const override { return ErqiwangRules::no_surrender; }
    bool may_surrender(const State& s) const override;
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    void returns(const AnyState& state, double* out) const override;

  protected:
    u64 count_before(const State& s) const override;
    Action unrank_before(const State& s, u64 index) const override;
    Code check_before(const State& s, Action& action) const override;
    void apply_before(State& s, const Action& action) const override;
    CardSets card_sets_before(const State& s) const override;
    void judge(const State& s, std::vector<Fault>& faults) const override;
    bool may_end(trick::End end) const override { return end == trick::End::surrender; }
    void punish_throw(State& s) const override { move_points(s, rules_.throw_penalty); }

  private:
    bool before_first_lead(const State& s) const;
    Burial burial(const State& s) const;
    void settle(State& s) const;

    ErqiwangRules rules_;
    Auction auction_;
};

}  // namespace pokerfast
