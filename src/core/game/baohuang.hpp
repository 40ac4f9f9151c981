// 保皇 as a state machine: 抢独, 让位, 叫侍卫, 明独, 明保, 造反, play, score
// (docs/rules/baohuang.md).
#pragma once

#include "climb/baohuang/plays.hpp"
#include "game/race.hpp"

namespace pokerfast {

namespace baohuang {

enum Phase : u8 { claim = race::before, throne, name, open_solo, show, revolt, phases_n };

enum Solo : u8 { none, dark, open };

// The marked jokers, 皇牌 and 侍卫牌, are those of the last deck: a play by rank takes the lowest
// ids, so they stay in the hand as long as others do and tell nothing by accident.
inline constexpr int throne_card = kind_big_joker, guard_card = kind_small_joker,
                     marked_deck = most_packs - 1;
inline constexpr u8 nothing = 255;
inline constexpr int most_autos = 3;  // more can't be taken back

struct State {
    race::Round round;
    CardIds carried;          // the 皇牌 and what was paid with it, while the throne is passed on
    u8 refusals;              // of the throne
    u8 emperor;               // or nobody
    u8 guard;                 // or nobody
    u8 solo;                  // of the emperor
    u8 named;                 // kind of the card the emperor named, or nothing
    u8 shown;                 // 明保
    u8 revealed;              // the marked card was seen, so that all know the sides
    u8 asked;                 // seats asked in claim, show and revolt
    u8 claims;                // who claimed, bit = seat
    u8 revolts;               // who revolted
    u8 autos[race::seats_n];  // how often each seat was left to the table
    u8 quitter;               // or nobody

    // Two or more, once all have answered.
    bool revolted() const { return round.phase != revolt && count_bits(revolts) >= 2; }
    bool exposed() const { return solo == open || shown || revolted() || revealed; }
};
static_assert(sizeof(State) <= sizeof(AnyState));

}  // namespace baohuang

class Baohuang final : public RaceGame {
  public:
    using State = baohuang::State;

    // The values must have passed check_options.
    explicit Baohuang(std::vector<i64> values);

    static State& of(AnyState& state) { return *reinterpret_cast<State*>(state.bytes); }
    static const State& of(const AnyState& state) {
        return *reinterpret_cast<const State*>(state.bytes);
    }
    const BaohuangRules& rules() const { return rules_; }
    const BaohuangPlan& plan() const { return plays_.plan(); }

    const char* name() const override { return "baohuang"; }
    std::size_t state_size() const override { return sizeof(State); }
    std::span<const Field> fields() const override;
    std::span<const char* const> phase_names() const override;
    const Plays& plays() const override { return plays_; }
    std::span<const PublicNumber> public_numbers() const override;
    u32 play_kinds() const override {
        return kind_bit(Kind::set) | kind_bit(Kind::jokers_set) | kind_bit(Kind::jokers);
    }

    void blank(AnyState& state) const override;
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    void returns(const AnyState& state, double* out) const override;
    i64 multiplier(const AnyState& state) const override;
    Code administer(AnyState& state, int seat, int what) const override;
    bool hides(const AnyState& then, int by, const AnyState& now, int viewer) const override;
    bool auto_action(const AnyState& state, Action& action) const override;

    CardIds public_cards(const AnyState& state) const override;
    Holding sure_copies(const AnyState& state) const override;
    int named_copies(const AnyState& before, const Action& action) const override;

    CardIds marked_cards(const AnyState& state) const override;
    bool names_card(ActionKind kind) const override { return kind == ActionKind::name; }
    std::span<const char* const> side_names() const override;
    int side_of(const AnyState& state, int seat) const override;
    int leader_for(const AnyState& state, int owner) const override;
    bool finished(const AnyState& state) const override;
    int chief(const AnyState& state) const override { return of(state).emperor; }

    // 0 the emperor's side, 1 the rebels; -1 while the deal goes on and when somebody has quit.
    int winner(const State& s) const;

  protected:
    u64 count_before(const AnyState& state) const override;
    Action unrank_before(const AnyState& state, u64 index) const override;
    Code check_before(const AnyState& state, Action& action) const override;
    void apply_before(AnyState& state, const Action& action) const override;
    void note_play(AnyState& state, const CardIds& ids) const override;
    void redact_sides(AnyState& state, int viewer) const override;
    void settle_sides(AnyState& state, const AnyState& before) const override;
    void setup_sides(AnyState& state, const SetupArgs& args, race::Judge& judge) const override;
    void judge_ranges(const AnyState& state, race::Judge& judge) const override;
    void judge_sides(const AnyState& state, race::Judge& judge) const override;
    void judge_before(const AnyState& state, race::Judge& judge) const override;
    bool stopped(const AnyState& state) const override;

  private:
    int hand_size(const State& s, int seat) const;  // as dealt
    void begin_deal(AnyState& state) const;
    void begin_throne(State& s) const;
    void answer_claim(AnyState& state, bool yes) const;
    void refuse_throne(AnyState& state) const;
    void take_throne(AnyState& state) const;
    void pay(State& s, int seat) const;
    void name_guard(State& s, int kind) const;
    // The first question from this phase on.
    void ask(AnyState& state, u8 phase) const;
    void answer_in_turn(AnyState& state, const Action& action) const;

    // Whether the seat to move may do what its phase offers, or can only decline.
    bool may(const State& s) const;
    bool may_yield(const State& s) const;
    u64 nameable(const State& s, int seat) const;  // kinds of which he holds three or four

    BaohuangRules rules_;
    BaohuangPlays plays_;
};

}  // namespace pokerfast
