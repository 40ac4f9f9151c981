// 打百分 as a state machine: 升级 with one deck, leads of four of a rank and wrong throws that cost
// the deal, with or without bids (docs/rules/dabaifen.md).
#pragma once

#include "game/auction.hpp"
#include "game/shengji.hpp"
#include "rules/dabaifen.hpp"

namespace pokerfast {

class Dabaifen final : public Shengji {
  public:
    // The values must be without faults.
    explicit Dabaifen(std::vector<i64> values);

    const DabaifenRules& form() const { return form_; }

    const char* name() const override { return "dabaifen"; }
    bool counts_levels() const override { return !form_.contract; }
    bool has_rooms() const override { return false; }
    trick::LastTrick last_trick() const override {
        return form_.contract ? trick::LastTrick::tripled : Shengji::last_trick();
    }
    LevelResult result(const State& s) const override;
    // Of a contract deal that is over.
    ContractScore contract(const State& s) const;
    const BidLadder* ladder() const override;
    int usual_bid() const override { return DabaifenRules::bids.first; }
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    void returns(const AnyState& state, double* out) const override;

  protected:
    u64 count_before(const State& s) const override;
    Action unrank_before(const State& s, u64 index) const override;
    Code check_before(const State& s, Action& action) const override;
    void apply_before(State& s, const Action& action) const override;
    CardSets card_sets_before(const State& s) const override;
    void judge(const State& s, std::vector<Fault>& faults) const override;
    bool may_end(trick::End end) const override;
    void punish_throw(State& s) const override;

  private:
    bool bidding(const State& s) const {
        return s.phase == trick::Phase::bid || s.phase == trick::Phase::name;
    }

    DabaifenRules form_;
    Auction auction_;
};

}  // namespace pokerfast
