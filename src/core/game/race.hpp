// Climbing games for five in which players go out one after another until a side is out: play from
// the first lead on. What comes before it, who belongs together and what a deal is worth is each
// game's own.
#pragma once

#include "game/climb.hpp"

namespace pokerfast {

namespace race {

inline constexpr int seats_n = 5;
inline constexpr u8 nobody = 255;

// The first phases of every such game; its own follow from `before` on.
enum Phase : u8 { play, over, before };

// At the start of every such game's state.
struct Round {
    u64 seed, game;
    CardIds held[seats_n];
    CardIds table_ids;           // physical cards of the play on the table
    RankCounts counts[seats_n];  // held by rank: derived, not in snapshots
    RankCounts table_cards;      // derived likewise
    u16 deal;                    // redeals so far
    u8 phase, turn;
    u8 given_first;  // who was asked to draw first, or nobody
    u8 first;        // who drew first
    Reading table;
    u8 table_by;
    u8 place[seats_n];  // 1: the first to go out; 0: still in
    u8 away[seats_n];   // 0 manual, 1 auto, 2 quit

    PF_INLINE bool leading() const { return table.kind == Kind::pass; }
    PF_INLINE Combo on_table() const {
        return {table_cards, table, static_cast<u8>(table_cards.total())};
    }
    int out() const;  // players who have gone out
};

// Fields of the Round, for the field table of a game; `at` is its offset.
#define PF_RACE_FIELD(name, member, type, count) \
    {name, FieldType::type, static_cast<u16>(offsetof(race::Round, member)), count}
#define PF_RACE_FIELDS                                                                             \
    PF_RACE_FIELD("seed", seed, word64, 1), PF_RACE_FIELD("game", game, word64, 1),                \
        PF_RACE_FIELD("held", held, packs, race::seats_n),                                         \
        PF_RACE_FIELD("table_ids", table_ids, packs, 1), PF_RACE_FIELD("deal", deal, number16, 1), \
        PF_RACE_FIELD("phase", phase, number8, 1), PF_RACE_FIELD("turn", turn, number8, 1),        \
        PF_RACE_FIELD("given_first", given_first, number8, 1),                                     \
        PF_RACE_FIELD("first", first, number8, 1),                                                 \
        PF_RACE_FIELD("table_kind", table.kind, number8, 1),                                       \
        PF_RACE_FIELD("table_rank", table.rank, number8, 1),                                       \
        PF_RACE_FIELD("table_length", table.length, number8, 1),                                   \
        PF_RACE_FIELD("table_by", table_by, number8, 1),                                           \
        PF_RACE_FIELD("place", place, number8, race::seats_n),                                     \
        PF_RACE_FIELD("away", away, number8, race::seats_n)

// Collects faults; `require` names the field that is wrong.
struct Judge {
    std::vector<Fault> faults;

    bool require(bool good, const char* where, const char* what) {
        if (!good) faults.push_back({where, what});
        return good;
    }
    bool good() const { return faults.empty(); }
};

PF_INLINE u8 after(int seat) {
    return static_cast<u8>(seat == seats_n - 1 ? 0 : seat + 1);
}

}  // namespace race

class RaceGame : public ClimbGame {
  public:
    using Round = race::Round;

    static Round& round(AnyState& state) { return *reinterpret_cast<Round*>(state.bytes); }
    static const Round& round(const AnyState& state) {
        return *reinterpret_cast<const Round*>(state.bytes);
    }

    std::span<const i64> options() const override { return values_; }
    int seats() const override { return race::seats_n; }
    std::vector<Fault> setup(AnyState& state, const SetupArgs& args) const override;
    std::vector<Fault> validate(AnyState& state) const override;

    int phase(const AnyState& state) const override { return round(state).phase; }
    int seat(const AnyState& state) const override { return over(state) ? -1 : round(state).turn; }
    int players(const AnyState&) const override { return race::seats_n; }
    bool over(const AnyState& state) const override { return round(state).phase == race::over; }
    bool in_play(const AnyState& state) const override { return round(state).phase == race::play; }

    u64 count(const AnyState& state) const override;
    Action unrank(const AnyState& state, u64 index) const override;
    Code check(const AnyState& state, Action& action) const override;
    void apply(AnyState& state, const Action& action) const override;
    Code administer(AnyState& state, int seat, int what) const override;
    void redact(AnyState& state, int viewer) const override;

    int most_held() const override {
        const int dealt = (plays().decks() * count_bits64(plays().kinds()) - 1) / race::seats_n + 1;
        return dealt + 2 * race::seats_n;
    }
    void places(const AnyState& state, CardPlaces& out) const override;
    void place(AnyState& state, const CardPlaces& places) const override;
    CardIds held(const AnyState& state, int seat) const override { return round(state).held[seat]; }
    Combo table(const AnyState& state) const override { return round(state).on_table(); }
    int table_by(const AnyState& state) const override {
        const u8 seat = round(state).table_by;
        return seat == race::nobody ? -1 : seat;
    }

    // Who leads for a player who is out.
    virtual int leader_for(const AnyState& state, int owner) const = 0;
    // Whether the deal is over now that somebody has gone out.
    virtual bool finished(const AnyState& state) const = 0;
    // Who stands for side 0: what he gets tells what all get.
    virtual int chief(const AnyState& state) const = 0;

    // How far the sides are exposed, as far as leader_for asks: a number below 8, without the
    // physical cards. It changes with what a seat plays and takes into its hand.
    virtual u8 exposure(const AnyState& state) const {
        (void)state;
        return 0;
    }
    virtual u8 exposure_after(u8 exposure, int seat, const RankCounts& played,
                              const RankCounts& taken) const {
        (void)seat, (void)played, (void)taken;
        return exposure;
    }
    // For leader_for alone: the state need not be a position then.
    virtual void set_exposure(AnyState& state, u8 exposure) const { (void)state, (void)exposure; }

  protected:
    explicit RaceGame(std::vector<i64> values) : values_(std::move(values)) {}

    // Questions before play.
    virtual u64 count_before(const AnyState& state) const = 0;
    virtual Action unrank_before(const AnyState& state, u64 index) const = 0;
    virtual Code check_before(const AnyState& state, Action& action) const = 0;
    virtual void apply_before(AnyState& state, const Action& action) const = 0;
    // What others learn from the cards a seat plays, before they leave the hand.
    virtual void note_play(AnyState& state, const CardIds& ids) const = 0;
    virtual void redact_sides(AnyState& state, int viewer) const = 0;
    // Sides that follow from hidden cards, after these were put elsewhere.
    virtual void settle_sides(AnyState& state, const AnyState& before) const = 0;
    // What a position of play says beside the cards.
    virtual void setup_sides(AnyState& state, const SetupArgs& args, race::Judge& judge) const = 0;
    virtual void judge_ranges(const AnyState& state, race::Judge& judge) const = 0;
    // Sides and scores in play and at the end, then the phases before it.
    virtual void judge_sides(const AnyState& state, race::Judge& judge) const = 0;
    virtual void judge_before(const AnyState& state, race::Judge& judge) const = 0;
    // Whether the deal may be over as it stands, for another reason than that a side is out.
    virtual bool stopped(const AnyState& state) const {
        (void)state;
        return false;
    }

    void blank_round(Round& r) const;
    void begin_play(AnyState& state, int leader) const;
    void clear_table(Round& r) const;
    void derive(AnyState& state) const;

    std::vector<i64> values_;

  private:
    Code check_cards(const AnyState& state, Action& action) const;
    void play(AnyState& state, const Action& action) const;
    void pass(AnyState& state) const;
    void judge_round(const AnyState& state, race::Judge& judge) const;
};

}  // namespace pokerfast
