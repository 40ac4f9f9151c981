// What the trick-taking games share: one state struct, and play from the first lead to the last
// trick. What comes before play and what a deal is worth is each game's own.
#pragma once

#include "game/card_sets.hpp"
#include "game/game.hpp"
#include "rules/bids.hpp"
#include "trick/leads.hpp"
#include "trick/winner.hpp"

namespace pokerfast {

namespace trick {

enum class Phase : u8 { bid, declare, name, bury, rob, play, over, count_ };

// How a deal came to its end, and what its score must know of that.
enum class End : u8 { played, surrender, wrong_throw, tripled, count_ };

// What the last trick brings the attackers who win it.
enum class LastTrick : u8 {
    nothing,
    kitty_led,     // the buried points by the largest unit that was led
    kitty_winner,  // by the largest unit of the cards that won
    tripled,       // with trumps: three times all points, the buried ones too
};

inline constexpr u8 nobody = 255;
inline constexpr int seats_n = 4;  // at most
inline constexpr int most_cards = most_decks * deck_size;
inline constexpr i64 largest_stake = 1'000'000'000'000'000'000;
inline constexpr u8 jokers_shown = 4;  // in place of a suit

struct State {
    u64 seed, game;
    Pile hand[seats_n];
    Pile kitty;           // as dealt, and once the dealer has it: what is buried
    Pile turned;          // kitty cards that everybody saw
    Pile table[seats_n];  // the present trick in order of play, the lead first
    i64 stake;
    i64 points;  // the attackers'
    u16 deal;    // redeals so far
    Phase phase;
    u8 turn;
    u8 given_dealer;  // the dealer asked for, or nobody: the first deal
    u8 first;         // the seat that got the first card
    u8 dealer;
    u8 bid;        // the standing one, 0 for none
    u8 bidder;     // who made it, or nobody
    u8 passed;     // seats out of the auction while it goes on, bits
    u8 levels[2];  // of the pairs, as ranks
    u8 level;      // of this deal
    u8 trump;      // suit, 4: none; nobody while it is open
    u8 dealt;      // cards dealt, the kitty not counted
    u8 asked;      // seats asked after the last card, seats that passed on robbing
    u8 declarer, first_declarer;
    u8 shown_suit, shown_size,
        shown_high;  // the standing show: suit or jokers_shown, cards, all big
    u8 locked;
    u8 burier;          // who buried last
    u8 leader, played;  // of the present trick
    u8 tricks[2];       // won by each side
    End end;
    u8 away[seats_n];      // 0 manual, 1 auto, 2 quit
    u8 order[most_cards];  // arrival order, pile after pile; kept while dealing
    Lead lead;             // what followers must answer: derived, not in snapshots
};
static_assert(sizeof(State) <= sizeof(AnyState));

// Fields of the struct that every trick-taking game has.
std::span<const Field> state_fields();

}  // namespace trick

// What a game's tricks are played with: cards, seats, sides.
struct TrickForm {
    TrickRules rules;
    u64 kinds = full_deck;  // of one pack
    int seats = trick::seats_n;
    int hand_cards = 13, kitty_cards = 0;
    bool dealer_alone = false;  // against all others; else the pairs of seats 0 and 2, 1 and 3
    bool levels = false;        // that differ from deal to deal
    int level = no_rank;        // where they don't: what states call the level
    // The ranks above the trump suit; with levels the higher one is the deal's.
    int high = no_rank, low = no_rank;
};

class Auction;

class TrickGame : public Game {
  public:
    using State = trick::State;
    using Phase = trick::Phase;

    static State& of(AnyState& state) { return *reinterpret_cast<State*>(state.bytes); }
    static const State& of(const AnyState& state) {
        return *reinterpret_cast<const State*>(state.bytes);
    }

    // What the rules need of a game object. `level` is read only where the game has levels.
    const TrickPlan& plan(int suit, int level) const {
        return plans_[static_cast<std::size_t>(suit) +
                      (form_.levels ? 5 * static_cast<std::size_t>(level) : 0)];
    }
    const TrickPlan& plan(const State& s) const { return plan(s.trump, s.level); }
    bool has_levels() const { return form_.levels; }
    int fixed_level() const { return form_.level; }
    int decks() const { return static_cast<int>(form_.rules.decks); }
    u64 kinds() const { return form_.kinds; }
    int hand_cards() const { return form_.hand_cards; }
    int kitty_cards() const { return form_.kitty_cards; }
    int dealt_cards() const { return form_.seats * form_.hand_cards; }
    int pack_size() const { return dealt_cards() + form_.kitty_cards; }
    // Where the dealer is found by bids: what may be bid, and what a setup has unless it says.
    virtual const BidLadder* ladder() const { return nullptr; }
    virtual int usual_bid() const { return 0; }
    // Cards are worth points, or else every trick is worth one to seats 0 and 2.
    virtual bool counts_points() const { return true; }
    virtual trick::LastTrick last_trick() const { return trick::LastTrick::nothing; }
    // Whether the seat may give the deal up instead of leading.
    virtual bool may_surrender(const State&) const { return false; }
    bool dealer_alone() const { return form_.dealer_alone; }
    bool attacks(const State& s, int seat) const {
        return form_.dealer_alone ? seat != s.dealer : (seat ^ s.dealer) & 1;
    }
    // 0 or 1: the pairs, or where the dealer is alone he and the others.
    int side_of(const State& s, int seat) const {
        return form_.dealer_alone ? seat != s.dealer : seat & 1;
    }
    PF_INLINE u8 after(int seat) const {
        return static_cast<u8>(seat + 1 == form_.seats ? 0 : seat + 1);
    }
    // A seat from numbers of at most twice as many.
    PF_INLINE u8 seat_at(int number) const {
        return static_cast<u8>(number >= form_.seats ? number - form_.seats : number);
    }

    std::span<const i64> options() const override { return values_; }
    int seats() const override { return form_.seats; }
    std::size_t state_size() const override { return sizeof(State); }
    std::span<const Field> fields() const override { return trick::state_fields(); }
    std::span<const char* const> phase_names() const override;

    void blank(AnyState& state) const override;
    std::vector<Fault> setup(AnyState& state, const SetupArgs& args) const override;
    std::vector<Fault> validate(AnyState& state) const override;

    int phase(const AnyState& state) const override { return static_cast<int>(of(state).phase); }
    int seat(const AnyState& state) const override { return over(state) ? -1 : of(state).turn; }
    int players(const AnyState&) const override { return form_.seats; }
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

    // The sets of cards that the seat to move may play, show or bury; none where it has only words.
    CardSets card_sets(const AnyState& state) const;
    // Every action without cards that a deal can have, in a fixed order.
    std::span<const Action> words() const { return words_; }
    void places(const AnyState& state, CardPlaces& out) const override;
    void place(AnyState& state, const CardPlaces& places) const override;
    CardIds public_cards(const AnyState& state) const override;

    // Ends the deal, where that is legal.
    void surrender(State& s) const {
        s.phase = Phase::over;
        s.end = trick::End::surrender;
    }
    // Plays cards that are legal; `cards` of the seat to move.
    void play(State& s, const Pile& cards) const;
    Copies unseen(const State& s, int seat) const;
    // The cards that decide which throws the seat to move may try.
    Copies against_throws(const State& s) const;

  protected:
    TrickGame(std::vector<i64> values, const TrickForm& form);

    // Questions before play; the base knows none.
    virtual u64 count_before(const State&) const { return 0; }
    virtual Action unrank_before(const State&, u64) const { return {}; }
    virtual Code check_before(const State&, Action&) const { return Code::wrong_phase; }
    virtual void apply_before(State&, const Action&) const {}
    virtual CardSets card_sets_before(const State&) const { return {}; }
    // What a game's own phases and ends must keep; ranges are judged already.
    virtual void judge(const State& s, std::vector<Fault>& faults) const;
    // Whether deals can end otherwise than with the last trick.
    virtual bool may_end(trick::End) const { return false; }
    // After a throw of the seat to move failed: what it costs. The deal may end with it.
    virtual void punish_throw(State&) const {}
    void move_points(State& s, i64 penalty) const;  // to the side that did not throw

    void deal_hands(State& s) const;  // with the kitty, in no order
    // What `start` does where bids find the dealer.
    std::vector<Fault> start_with_bids(AnyState& state, const StartArgs& args,
                                       const Auction& auction) const;
    void begin_play(State& s) const;
    void deal_order(State& s) const;  // fills s.order
    // The physical cards of an action, not_held if the seat lacks them.
    Code resolve(const State& s, Action& action) const;

    void add_word(ActionKind kind, int number = 0);

    std::vector<i64> values_;

  private:
    Pile lead(State& s, const TrickPlan& plan, const Pile& cards) const;
    // Before the phase becomes over: the attackers took the last trick with `best`.
    void add_last_trick(State& s, const Copies& lead, const Copies& best) const;
    std::vector<Fault> setup_cards(State& s, const SetupArgs& args) const;
    void judge_sizes(const State& s, std::vector<Fault>& faults) const;

    TrickForm form_;
    std::vector<TrickPlan> plans_;
    std::vector<Action> words_;
};

}  // namespace pokerfast
