// 升级 as a state machine: deal with 亮主, kitty, 反底, play, levels (docs/rules/shengji.md).
#pragma once

#include "game/burial.hpp"
#include "game/trick.hpp"
#include "rules/shengji.hpp"

#include <span>

namespace pokerfast {

// A set that can be shown to set the trump.
struct Show {
    Copies cards;
    u8 suit = 0;  // or trick::jokers_shown
    u8 size = 0;
    bool high = false;  // jokers: all big ones
    u8 strength = 0;    // place on the ladder it competes on
};

inline constexpr int most_shows = 24;

struct Shows {
    int size = 0;
    Show at[most_shows];

    PF_INLINE void add(const Show& show) { at[size++] = show; }
};

class Shengji : public TrickGame {
  public:
    // The values must be without faults.
    explicit Shengji(std::vector<i64> values);

    const ShengjiRules& rules() const { return rules_; }
    // Whether deals are worth levels or match points by the table.
    virtual bool counts_levels() const { return true; }
    // Whether rooms count its deals.
    virtual bool has_rooms() const { return true; }
    // What a deal that is over is worth by that table.
    virtual LevelResult result(const State& s) const;

    const char* name() const override { return "shengji"; }
    trick::LastTrick last_trick() const override {
        return rules_.kitty_shape == kitty_shape::led ? trick::LastTrick::kitty_led
                                                      : trick::LastTrick::kitty_winner;
    }
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    void returns(const AnyState& state, double* out) const override;

    Watched watched(const AnyState& state) const override;
    bool asks(const AnyState& state, int seat) const override;
    CardIds public_cards(const AnyState& state) const override;

    // What each winner gets, before the stake; `grand_slam` replaces the dealer's side's 4, -1: it
    // doesn't.
    i64 room_points(bool attackers, int levels, std::span<const i64> scores, i64 grand_slam) const;

    // What the seat may show now to declare, or to take the kitty.
    void declarations(const State& s, int seat, Shows& out) const;
    void robberies(const State& s, int seat, Shows& out) const;

  protected:
    // One-deck games with questions of their own; without levels 2 is the level always.
    Shengji(std::vector<i64> values, const ShengjiRules& rules, bool levels);

    u64 count_before(const State& s) const override;
    Action unrank_before(const State& s, u64 index) const override;
    Code check_before(const State& s, Action& action) const override;
    void apply_before(State& s, const Action& action) const override;
    CardSets card_sets_before(const State& s) const override;
    void judge(const State& s, std::vector<Fault>& faults) const override;
    void punish_throw(State& s) const override;
    Burial burial(const State& s) const;
    void take_kitty(State& s, int seat) const;

  private:
    bool may_show(const State& s, const Pile& hand) const;
    void begin_deal(State& s) const;
    void deal_on(State& s) const;
    void ask_round(State& s) const;
    void settle(State& s) const;
    void next_robber(State& s) const;
    void declare(State& s, const Show& show) const;
    void raise_stake(State& s) const;
    void start_play(State& s) const;

    ShengjiRules rules_;
};

}  // namespace pokerfast
