// 打大A as a state machine: deal with 抢亮, 反A, play, score (docs/rules/dadaa.md).
#pragma once

#include "climb/dadaa/plays.hpp"
#include "game/race.hpp"

namespace pokerfast {

namespace dadaa {

enum Phase : u8 { reveal = race::before, counter, phases_n };

inline constexpr int pack_size = 2 * deck_size;
inline constexpr u8 no_suit = 255;

struct State {
    race::Round round;
    u8 suit;              // of the big aces; no_suit until it is known
    u8 declarer;          // or nobody
    u8 known;             // big aces shown or played, bit = deck
    u8 open;              // after 反A
    u8 sides;             // seats dealt big aces, bit = seat; 0 until all cards are dealt
    u8 dealt;             // cards dealt so far
    u8 asked;             // seats asked or skipped after the last card; in `counter` likewise
    u8 order[pack_size];  // arrival order, hand after hand; kept while dealing

    bool exposed() const { return open || known == 3; }
};
static_assert(sizeof(State) <= sizeof(AnyState));

// Aces of a suit among the cards, bit = deck.
PF_INLINE u32 aces_of(const CardIds& ids, int suit) {
    const int kind = 13 * suit + 12;
    return static_cast<u32>((ids.deck[0] >> kind & 1) | (ids.deck[1] >> kind & 1) << 1);
}

// Big aces that are known, bit = deck, after a seat with `own` has played some. Nobody can tell two
// of them apart, so of his own the known one counts as the first to go.
PF_INLINE u32 known_after(u32 known, u32 own, u32 played) {
    const bool known_goes = (known & own) && played && played != 3;
    return known == 3 || !known_goes ? known | played : (known & ~own) | played;
}

// The same without the decks: one is known and in the hand of a seat (from `held_by` on), or one
// and played, or both.
namespace exposure {
enum : u8 { none, held_by, played = held_by + race::seats_n, both };
}

}  // namespace dadaa

class Dadaa final : public RaceGame {
  public:
    using State = dadaa::State;

    // The values must have passed check_options.
    explicit Dadaa(std::vector<i64> values);

    static State& of(AnyState& state) { return *reinterpret_cast<State*>(state.bytes); }
    static const State& of(const AnyState& state) {
        return *reinterpret_cast<const State*>(state.bytes);
    }
    const DadaaRules& rules() const { return rules_; }
    const DadaaPlan& plan() const { return plays_.plan(); }

    const char* name() const override { return "dadaa"; }
    std::size_t state_size() const override { return sizeof(State); }
    std::span<const Field> fields() const override;
    std::span<const char* const> phase_names() const override;
    const Plays& plays() const override { return plays_; }
    std::span<const PublicNumber> public_numbers() const override;
    u32 play_kinds() const override {
        using enum Kind;
        u32 kinds = 0;
        for (const Kind kind :
             {single, joker, big_ace, pair, dragon, double_dragon, egg, big_egg, joker_pair,
              egg_chain, false_eight, true_seven, joker3, joker4, big_ace_pair})
            kinds |= kind_bit(kind);
        return kinds;
    }

    void blank(AnyState& state) const override;
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    void returns(const AnyState& state, double* out) const override;
    i64 multiplier(const AnyState&) const override { return 1; }
    bool hides(const AnyState&, int, const AnyState&, int) const override { return false; }

    void places(const AnyState& state, CardPlaces& out) const override;
    void place(AnyState& state, const CardPlaces& places) const override;
    CardIds public_cards(const AnyState& state) const override;
    Watched watched(const AnyState& state) const override;
    bool asks(const AnyState& state, int seat) const override;
    bool chance_fits(const AnyState& state) const override;
    int named_copies(const AnyState& before, const Action& action) const override;

    u64 big_kinds(const AnyState& state) const override;
    bool names_card(ActionKind kind) const override {
        return kind == ActionKind::show || kind == ActionKind::take;
    }
    std::span<const char* const> side_names() const override;
    int side_of(const AnyState& state, int seat) const override;
    int leader_for(const AnyState& state, int owner) const override;
    bool finished(const AnyState& state) const override;
    int chief(const AnyState& state) const override { return of(state).declarer; }
    u8 exposure(const AnyState& state) const override;
    u8 exposure_after(u8 exposure, int seat, const RankCounts& played,
                      const RankCounts& taken) const override;
    void set_exposure(AnyState& state, u8 exposure) const override;

    // 0 the big aces' side, 1 the others, 2 a draw; -1 while the deal goes on.
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

  private:
    void begin_deal(AnyState& state) const;
    void deal_on(AnyState& state) const;
    void nobody_showed(AnyState& state) const;
    void settle(AnyState& state) const;
    void next_counter(AnyState& state) const;
    // Suits of which the seat to move may show an ace now, bit = suit.
    u32 may_show(const AnyState& state) const;

    DadaaRules rules_;
    DadaaPlays plays_;
};

}  // namespace pokerfast
