// What every game offers to the binders, the simulator and the solvers: a rule set bound to state
// machines that live in plain memory. A state is trivially copyable and at most 512 bytes; it knows
// nothing of its game object.
#pragma once

#include "base/code.hpp"
#include "game/action.hpp"
#include "rules/option.hpp"

#include <span>
#include <string>
#include <vector>

namespace pokerfast {

inline constexpr int most_seats = 5;

struct alignas(8) AnyState {
    unsigned char bytes[512];
};

// A state's fields as data: snapshots, JSON and equality are derived from this table.
enum class FieldType : u8 {
    number8,
    number16,
    number64,  // signed
    word64,    // unsigned
    cards,     // a mask of card ids of one deck
    pile,      // card ids of three decks: three masks
    packs,     // card ids of four decks: four masks
};

struct Field {
    const char* name;
    FieldType type;
    u16 offset;
    u16 count;  // 1 for a scalar
};

// How a deal is started; -1 or an empty list leaves a thing to the rules.
struct StartArgs {
    u64 seed = 0;
    u64 game = 0;
    bool from_play = false;  // skip all that comes before the first card is played
    int first = -1;
    std::vector<i64> beans;
    int last_winner = -1;
    int dealer = -1;
    std::vector<i64> levels;  // of the two pairs, as ranks 2 … A = 0 … 12
};

// Cards as a caller names them: physical ones, or so many of each kind, written from deck 0 on.
struct CardsArg {
    CardIds ids;
    bool exact = false;
};

// A position in the middle of a deal (the public `setup`); each game reads what it has.
struct SetupArgs {
    std::vector<CardsArg> held;  // hands
    int to_move = 0;
    // Climbing games.
    bool has_table = false;
    CardsArg table_ids;  // physical cards of the play on the table
    Reading table;       // kind pass: as classify reads it
    int table_by = -1;
    int landlord = 0;
    i64 multiplier = 1;
    std::vector<int> finished;  // seats that are out, the first of them first
    std::vector<int> sides;     // 打大A: the seats dealt big aces
    int big_suit = 1;           // 打大A: of the big aces; S H D C
    int declarer = -1;
    bool exposed = false;  // the sides are known to all
    bool open = false;     // 打大A after 反A; 保皇's 明独
    int emperor = -1, guard = -1;
    // Trick-taking games.
    std::vector<CardsArg> plays;  // of the present trick in order, the lead first
    CardsArg kitty;
    int trump = -1, level = -1, dealer = -1;
    i64 points = 0;
    int bid = 0;  // 0: the usual one
};

// Where the cards of a deal lie, for thinking about those that a seat can't see.
struct CardPlaces {
    static constexpr int piles_n = most_seats + 1, kitty = most_seats;

    CardIds pile[piles_n];    // each hand with what it is still to be dealt, then the kitty
    CardIds now[most_seats];  // what each hand holds now
    CardIds shown;            // the kitty and turned cards, as the fields tell them
    // While cards come one by one, and somebody may be asked after each:
    bool dealing = false;
    bool asking = false;          // nobody has shown anything yet
    int dealt[most_seats] = {};   // cards each hand has
    int begin[piles_n + 1] = {};  // of each pile in `order`
    u8 order[most_packs * kinds_n] = {};

    void read_order();          // fills `pile`
    void take_dealt();          // fills `now` from the order
    int pile_of(int id) const;  // -1: none
};

// So many copies of a kind are in a hand, whichever they are.
struct Holding {
    int kind = 0, seat = 0, least = 0;
};

// Kinds of which one card makes its drawer be asked, until somebody has shown.
struct Watched {
    u64 kinds = 0;
    bool all = true;  // nothing else makes him be asked
};

class Game {
  public:
    virtual ~Game() = default;

    // What the rules alone say.
    virtual const char* name() const = 0;
    virtual std::span<const i64> options() const = 0;
    virtual int seats() const = 0;
    virtual std::size_t state_size() const = 0;
    virtual std::span<const Field> fields() const = 0;
    virtual std::span<const char* const> phase_names() const = 0;

    // A deal that is over and empty: what a state is before it is filled.
    virtual void blank(AnyState& state) const = 0;
    // Starting. Arguments the rules refuse come back as faults, and the state is then untouched.
    virtual std::vector<Fault> start(AnyState& state, const StartArgs& args) const = 0;
    virtual std::vector<Fault> setup(AnyState& state, const SetupArgs& args) const = 0;
    // Whether the fields form a position that can occur; recomputes what is derived. For states
    // from outside.
    virtual std::vector<Fault> validate(AnyState& state) const = 0;

    // Reading a state.
    virtual int phase(const AnyState& state) const = 0;
    virtual int seat(const AnyState& state) const = 0;  // -1 when over
    virtual int players(const AnyState& state) const = 0;
    virtual bool over(const AnyState& state) const = 0;
    virtual bool in_play(
        const AnyState& state) const = 0;  // cards are being played, nothing left to bid
    virtual void returns(const AnyState& state, double* out) const = 0;
    // What the score is multiplied by so far, doubles of single seats not counted.
    virtual i64 multiplier(const AnyState& state) const = 0;

    // Acting. `check` completes the action (reading, physical cards); `apply` trusts a checked or
    // unranked one.
    virtual u64 count(const AnyState& state) const = 0;
    virtual Action unrank(const AnyState& state, u64 index) const = 0;
    virtual Code check(const AnyState& state, Action& action) const = 0;
    virtual void apply(AnyState& state, const Action& action) const = 0;
    virtual Code administer(AnyState& state, int seat,
                            int what) const = 0;  // what: 0 auto, 1 manual, 2 quit

    // Blanks everything that `viewer` (-1: a spectator) may not know.
    virtual void redact(AnyState& state, int viewer) const = 0;
    // Where all cards lie; the same cards put elsewhere, with the fields that follow from those
    // that are hidden. What comes of it may be no position: validate() says so.
    virtual void places(const AnyState& state, CardPlaces& out) const = 0;
    virtual void place(AnyState& state, const CardPlaces& places) const = 0;
    // Cards whose place everybody knows, though redact() doesn't show it.
    virtual CardIds public_cards(const AnyState& state) const {
        (void)state;
        return {};
    }
    // What else everybody knows of a hand.
    virtual Holding sure_copies(const AnyState& state) const {
        (void)state;
        return {};
    }
    virtual Watched watched(const AnyState& state) const {
        (void)state;
        return {};
    }
    // While cards are dealt: whether the seat would be asked with what it holds.
    virtual bool asks(const AnyState& state, int seat) const {
        (void)state, (void)seat;
        return false;
    }
    // How many copies of the card that an action names its player must hold, where the action
    // doesn't play them.
    virtual int named_copies(const AnyState& before, const Action& action) const {
        (void)before, (void)action;
        return 0;
    }
    // Whether the seed brings what chance decided in this deal after it was dealt.
    virtual bool chance_fits(const AnyState& state) const {
        (void)state;
        return true;
    }
    // Whether an answer given in this state by `by` is hidden from `viewer` in `now`, a later state
    // of the same deal.
    virtual bool hides(const AnyState& then, int by, const AnyState& now, int viewer) const = 0;
};

}  // namespace pokerfast
