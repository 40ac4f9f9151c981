// 斗地主 as a state machine: 明牌, deal, 叫 / 抢, bottom cards, 加倍, play, score
// (docs/rules/doudizhu.md).
#pragma once

#include "climb/doudizhu/plays.hpp"
#include "game/climb.hpp"

namespace pokerfast {

namespace doudizhu {

enum class Phase : u8 { show_start, show_deal, call, bid, rob, show, double_, play, over, count_ };

inline constexpr u8 nobody = 255;

enum class Answer : u8 { none, no, yes };

struct State {
    u64 seed, game;
    u64 held[3];      // card ids in each hand now
    u64 kitty;        // the bottom cards, also after the landlord took them
    u64 table_ids;    // physical cards of the play on the table
    u64 table_cards;  // the same by rank
    u64 counts[3];    // held by rank: derived, not in snapshots
    i64 beans[3];     // -1: unlimited
    i64 multiplier;   // what a setup starts from
    u16 deal;         // redeals so far
    u16 plays[3];     // plays each seat made
    u16 bombs;        // bombs and rockets played
    Phase phase;
    u8 players, turn;
    u8 given_first;  // first caller asked for, or nobody
    u8 first;        // first to be asked in the auction
    u8 landlord, caller, robber;
    u8 asked;  // questions of the present round already answered or skipped
    u8 robs, highest_bid;
    u8 dealt;        // cards dealt so far, bottom cards not counted
    u8 first_shown;  // the first seat to show, or nobody
    u8 shown[3];     // factor a hand was shown for, or 0
    Answer declined[3], doubled[3];
    Kind table_kind;
    u8 table_rank, table_length, table_by, passes;
    u8 may_spring;        // 0 in a setup that is not the start of play
    u8 away[3];           // 0 manual, 1 auto, 2 quit
    u8 order[deck_size];  // arrival order, pile after pile; kept while dealing

    PF_INLINE Reading table() const { return {table_kind, table_rank, table_length}; }
    PF_INLINE bool leading() const { return table_kind == Kind::pass; }
};
static_assert(sizeof(State) <= sizeof(AnyState));

void clear_table(State& s);
// Everything about a deal but who plays it and with which seed.
void blank(State& s);

}  // namespace doudizhu

class DouDizhu final : public ClimbGame {
  public:
    using State = doudizhu::State;
    using Phase = doudizhu::Phase;

    // The values must have passed check_options.
    explicit DouDizhu(std::vector<i64> values);

    const Plan& plan() const { return plays_.plan(); }
    const Plays& plays() const override { return plays_; }
    std::span<const PublicNumber> public_numbers() const override;
    u32 play_kinds() const override { return (1u << doudizhu_kinds) - 1; }
    int most_held() const override { return largest_play; }
    const DouDizhuRules& rules() const { return rules_; }
    static State& of(AnyState& state) { return *reinterpret_cast<State*>(state.bytes); }
    static const State& of(const AnyState& state) {
        return *reinterpret_cast<const State*>(state.bytes);
    }

    const char* name() const override { return "doudizhu"; }
    std::span<const i64> options() const override { return values_; }
    int seats() const override { return 3; }
    std::size_t state_size() const override { return sizeof(State); }
    std::span<const Field> fields() const override;
    std::span<const char* const> phase_names() const override;

    void blank(AnyState& state) const override;
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    std::vector<Fault> setup(AnyState& state, const SetupArgs& args) const override;
    std::vector<Fault> validate(AnyState& state) const override;

    int phase(const AnyState& state) const override { return static_cast<int>(of(state).phase); }
    int seat(const AnyState& state) const override;
    int players(const AnyState& state) const override { return of(state).players; }
    bool over(const AnyState& state) const override { return of(state).phase == Phase::over; }
    bool in_play(const AnyState& state) const override { return of(state).phase == Phase::play; }
    void returns(const AnyState& state, double* out) const override;
    i64 multiplier(const AnyState& state) const override { return multiplier(of(state)); }

    u64 count(const AnyState& state) const override;
    Action unrank(const AnyState& state, u64 index) const override;
    Code check(const AnyState& state, Action& action) const override;
    void apply(AnyState& state, const Action& action) const override;
    Code administer(AnyState& state, int seat, int what) const override;
    void redact(AnyState& state, int viewer) const override;
    bool hides(const AnyState& then, int by, const AnyState& now, int viewer) const override;

    void places(const AnyState& state, CardPlaces& out) const override;
    void place(AnyState& state, const CardPlaces& places) const override;
    CardIds public_cards(const AnyState& state) const override;
    bool chance_fits(const AnyState& state) const override;

    CardIds held(const AnyState& state, int seat) const override {
        return CardIds::of(of(state).held[seat]);
    }
    Combo table(const AnyState& state) const override;
    int table_by(const AnyState& state) const override {
        return of(state).leading() ? -1 : of(state).table_by;
    }
    std::span<const char* const> side_names() const override;
    int side_of(const AnyState& state, int seat) const override;

    // The start of play with seat 0 as landlord, nothing called, shown or doubled; `piles` as dealt
    // for that game.
    void start_play(State& s, u64 seed, u64 game, const u64 (&piles)[4]) const;
    void start_play(State& s, u64 seed, u64 game) const;
    // The part of the score that is the same for both farmers, spring included once the deal is
    // over.
    i64 multiplier(const State& s) const;
    // Points of each seat; zeros until the deal is over. A farmer's double and the landlord's count
    // here.
    void score(const State& s, i128* out) const;

  private:
    void begin_deal(State& s) const;
    void deal_on(State& s) const;
    void begin_auction(State& s) const;
    void nobody_called(State& s) const;
    void next_robber(State& s) const;
    void take_kitty(State& s, int landlord) const;
    void next_double(State& s) const;
    void begin_play(State& s) const;
    void apply_play(State& s, const Action& action) const;
    Code check_play(const State& s, Action& action) const;
    bool may_double(const State& s, int seat) const;

    std::vector<i64> values_;
    DouDizhuRules rules_;
    DouDizhuPlays plays_;
};

}  // namespace pokerfast
