// What the trick-taking games share: one state struct, and play from the first lead to the last
// trick. What comes before play and what a deal is worth is each game's own.
#pragma once

#include "game/game.hpp"
#include "trick/leads.hpp"
#include "trick/winner.hpp"

namespace pokerfast {

namespace trick {

enum class Phase : u8 { declare, bury, rob, play, over, count_ };

inline constexpr u8 nobody = 255;
inline constexpr int seats_n = 4, most_cards = most_decks * deck_size;
inline constexpr i64 largest_stake = 1'000'000'000'000'000'000;
inline constexpr u8 jokers_shown = 4;  // in place of a suit

struct State {
    u64 seed, game;
    Pile hand[seats_n];
    Pile kitty;           // as dealt, and once the dealer has it: what is buried
    Pile turned;          // kitty cards turned up because nobody declared
    Pile table[seats_n];  // the present trick in order of play, the lead first
    i64 stake;
    i64 points;  // the attackers'
    u16 deal;    // redeals so far
    Phase phase;
    u8 turn;
    u8 given_dealer;  // the dealer asked for, or nobody: the first deal
    u8 first;         // the seat that got the first card
    u8 dealer;
    u8 levels[2];  // of the pairs, as ranks
    u8 level;      // of this deal
    u8 trump;      // suit, 4: none; nobody while it is open
    u8 dealt;      // cards dealt, the kitty not counted
    u8 asked;      // seats asked after the last card, seats that passed on robbing
    u8 declarer, first_declarer;
    u8 shown_suit, shown_size,
        shown_high;  // the standing show: suit or jokers_shown, cards, all big
    u8 locked;
    u8 burier;             // who buried last
    u8 leader, played;     // of the present trick
    u8 tricks[2];          // won by each pair
    u8 away[seats_n];      // 0 manual, 1 auto, 2 quit
    u8 order[most_cards];  // arrival order, pile after pile; kept while dealing
    Lead lead;             // what followers must answer: derived, not in snapshots
};
static_assert(sizeof(State) <= sizeof(AnyState));

// Fields of the struct that every trick-taking game has.
std::span<const Field> state_fields();

}  // namespace trick

class TrickGame : public Game {
  public:
    using State = trick::State;
    using Phase = trick::Phase;

    static State& of(AnyState& state) { return *reinterpret_cast<State*>(state.bytes); }
    static const State& of(const AnyState& state) {
        return *reinterpret_cast<const State*>(state.bytes);
    }

    // What the rules need of a game object. `level` no_rank where the game has none.
    const TrickPlan& plan(int suit, int level) const {
        return plans_[static_cast<std::size_t>(suit) +
                      5 * static_cast<std::size_t>(level == no_rank ? 0 : level)];
    }
    const TrickPlan& plan(const State& s) const { return plan(s.trump, s.level); }
    bool has_levels() const { return has_levels_; }
    int decks() const { return static_cast<int>(trick_rules_.decks); }
    u64 kinds() const { return kinds_; }  // of one pack
    int hand_cards() const { return hand_cards_; }
    int kitty_cards() const { return kitty_cards_; }
    int pack_size() const { return 4 * hand_cards_ + kitty_cards_; }

    std::span<const i64> options() const override { return values_; }
    int seats() const override { return trick::seats_n; }
    std::size_t state_size() const override { return sizeof(State); }
    std::span<const Field> fields() const override { return trick::state_fields(); }
    std::span<const char* const> phase_names() const override;

    void blank(AnyState& state) const override;
    std::vector<Fault> setup(AnyState& state, const SetupArgs& args) const override;
    std::vector<Fault> validate(AnyState& state) const override;

    int phase(const AnyState& state) const override { return static_cast<int>(of(state).phase); }
    int seat(const AnyState& state) const override { return over(state) ? -1 : of(state).turn; }
    int players(const AnyState&) const override { return trick::seats_n; }
    bool over(const AnyState& state) const override { return of(state).phase == Phase::over; }
    bool in_play(const AnyState& state) const override { return of(state).phase == Phase::play; }
    i64 multiplier(const AnyState& state) const override { return of(state).stake; }

    u64 count(const AnyState& state) const override;
    Action unrank(const AnyState& state, u64 index) const override;
    Code check(const AnyState& state, Action& action) const override;
    void apply(AnyState& state, const Action& action) const override;
    Code administer(AnyState& state, int seat, int what) const override;
    void redact(AnyState& state, int viewer) const override;
    bool hides(const AnyState& then, int by, const AnyState& now, int viewer) const override;

    // Plays cards that are legal; `cards` of the seat to move.
    void play(State& s, const Pile& cards) const;
    Copies unseen(const State& s, int seat) const;

  protected:
    TrickGame(std::vector<i64> values, const TrickRules& rules, bool jokers, bool levels,
              bool two_is_trump, int hand_cards, int kitty_cards);

    // Questions before play; the base knows none.
    virtual u64 count_before(const State&) const { return 0; }
    virtual Action unrank_before(const State&, u64) const { return {}; }
    virtual Code check_before(const State&, Action&) const { return Code::wrong_phase; }
    virtual void apply_before(State&, const Action&) const {}
    // What a game's own phases must keep; ranges are judged already.
    virtual void judge_before(const State&, std::vector<Fault>&) const {}
    // After the last trick, before the phase becomes over: `winner` took it with `best`.
    virtual void last_trick(State&, int winner, const Copies& lead, const Copies& best) const {
        (void)winner, (void)lead, (void)best;
    }
    virtual bool counts_points() const { return true; }
    // Points for a failed throw.
    virtual i64 throw_penalty() const { return 0; }

    bool attacks(const State& s, int seat) const { return (seat ^ s.dealer) & 1; }
    void begin_play(State& s) const;
    void deal_order(State& s) const;  // fills s.order
    // The physical cards of an action, not_held if the seat lacks them.
    Code resolve(const State& s, Action& action) const;

    std::vector<i64> values_;

  private:
    Pile lead(State& s, const TrickPlan& plan, const Pile& cards) const;
    std::vector<Fault> setup_cards(State& s, const SetupArgs& args) const;

    TrickRules trick_rules_;
    bool has_levels_;
    u64 kinds_;
    int hand_cards_, kitty_cards_;
    std::vector<TrickPlan> plans_;
};

}  // namespace pokerfast
