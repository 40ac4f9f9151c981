// Positions from outside: what a state of a trick-taking game consists of, and whether one can
// occur.
#include "game/trick.hpp"

#include <cstddef>
#include <cstring>

namespace pokerfast {

using namespace trick;

namespace {

constexpr u16 at(std::size_t offset) {
    return static_cast<u16>(offset);
}

#define PF_FIELD(name, type, count) {#name, FieldType::type, at(offsetof(State, name)), count}

constexpr Field field_table[] = {
    PF_FIELD(seed, word64, 1),
    PF_FIELD(game, word64, 1),
    PF_FIELD(hand, pile, seats_n),
    PF_FIELD(kitty, pile, 1),
    PF_FIELD(turned, pile, 1),
    PF_FIELD(table, pile, seats_n),
    PF_FIELD(stake, number64, 1),
    PF_FIELD(points, number64, 1),
    PF_FIELD(deal, number16, 1),
    PF_FIELD(phase, number8, 1),
    PF_FIELD(turn, number8, 1),
    PF_FIELD(given_dealer, number8, 1),
    PF_FIELD(first, number8, 1),
    PF_FIELD(dealer, number8, 1),
    PF_FIELD(bid, number8, 1),
    PF_FIELD(bidder, number8, 1),
    PF_FIELD(passed, number8, 1),
    PF_FIELD(levels, number8, 2),
    PF_FIELD(level, number8, 1),
    PF_FIELD(trump, number8, 1),
    PF_FIELD(dealt, number8, 1),
    PF_FIELD(asked, number8, 1),
    PF_FIELD(declarer, number8, 1),
    PF_FIELD(first_declarer, number8, 1),
    PF_FIELD(shown_suit, number8, 1),
    PF_FIELD(shown_size, number8, 1),
    PF_FIELD(shown_high, number8, 1),
    PF_FIELD(locked, number8, 1),
    PF_FIELD(burier, number8, 1),
    PF_FIELD(leader, number8, 1),
    PF_FIELD(played, number8, 1),
    PF_FIELD(tricks, number8, 2),
    PF_FIELD(end, number8, 1),
    PF_FIELD(away, number8, seats_n),
    PF_FIELD(order, number8, most_cards),
};

#undef PF_FIELD

// Collects faults; `require` names the field that is wrong.
struct Judge {
    std::vector<Fault>& faults;
    void require(bool good, const char* where, const char* what) const {
        if (!good) faults.push_back({where, what});
    }
};

// While a deal goes on there may be so many that the end, with the kitty and its factor, or three
// times all, stays within the most.
constexpr i64 most_points = 1'000'000'000, most_before_end = 300'000'000;
constexpr i64 most_at_setup = 1'000'000;

}  // namespace

std::span<const Field> trick::state_fields() {
    return field_table;
}

std::vector<Fault> TrickGame::validate(AnyState& state) const {
    State& s = of(state);
    std::vector<Fault> faults;
    const Judge judge{faults};
    const auto seat = [&](u8 value) { return value < seats(); };
    const auto seat_or_nobody = [&](u8 value) { return seat(value) || value == nobody; };
    // No number may be outside the range the core relies on before anything else is looked at.
    judge.require(s.phase < Phase::count_, "phase", "is unknown");
    judge.require(seat(s.turn) && seat(s.first) && seat(s.dealer) && seat(s.leader), "seats",
                  "a field names a seat that does not exist");
    judge.require(seat_or_nobody(s.given_dealer) && seat_or_nobody(s.declarer) &&
                      seat_or_nobody(s.first_declarer) && seat_or_nobody(s.burier) &&
                      seat_or_nobody(s.bidder),
                  "seats", "a field names a seat that does not exist");
    const bool open = s.phase == Phase::bid || s.phase == Phase::declare || s.phase == Phase::name;
    judge.require(s.trump <= no_trump || (s.trump == nobody && open), "trump", "is no suit");
    judge.require(form_.levels ? s.level < ranks_n : s.level == form_.level, "level",
                  "is no rank played");
    // Where levels don't move both are 2.
    for (const u8 level : s.levels)
        judge.require(level < (form_.levels ? ranks_n : 1), "levels", "are none this game has");
    judge.require(s.dealt <= dealt_cards() && s.asked <= seats() && s.shown_suit <= jokers_shown &&
                      s.shown_size <= 4 && s.shown_high <= 1 && s.locked <= 1 &&
                      s.played < seats() && s.end < End::count_ && s.passed < 1 << seats() &&
                      s.tricks[0] + s.tricks[1] <= hand_cards(),
                  "counts", "a number is out of range");
    judge.require(1 <= s.stake && s.stake <= largest_stake, "stake", "is out of range");
    const i64 limit = s.phase == Phase::over ? most_points : most_before_end;
    judge.require(0 <= s.points && s.points <= limit, "points", "are out of range");
    for (int i = 0; i < seats_n; ++i)
        judge.require(s.away[i] <= (i < seats() ? 2 : 0), "away", "must be 0 to 2, for each seat");
    if (!faults.empty()) return faults;

    // Every card once, and all of the pack.
    const Pile pack = whole_pack(decks(), kinds());
    Pile seen;
    bool twice = false;
    const auto take = [&](const Pile& pile) {
        twice |= !(seen & pile).empty();
        seen = seen | pile;
    };
    for (const Pile& pile : s.hand) take(pile);
    for (const Pile& pile : s.table) take(pile);
    take(s.kitty);
    judge.require(!twice, "cards", "a card is in two places");
    judge.require(pack.holds(seen) && pack.holds(s.turned), "cards", "a card is not in the pack");
    for (int i = seats(); i < seats_n; ++i)
        judge.require(s.hand[i].empty(), "hand", "of a seat that does not exist");
    for (int i = s.played; i < seats_n; ++i)
        judge.require(s.table[i].empty(), "table", "has more plays than were made");
    judge.require(s.end == End::played || (s.phase == Phase::over && may_end(s.end)), "end",
                  "of another kind than this deal can have");
    if (!faults.empty()) return faults;
    s.lead = {};
    judge_sizes(s, faults);
    if (faults.empty() && s.phase == Phase::play && s.played) {
        const Copies led = s.table[0].copies();
        const bool leads = lead_group(plan(s), led) >= 0;
        judge.require(leads, "table", "the lead is of two groups");
        if (leads) s.lead = lead_of(plan(s), led);
    }
    const bool needs_order = s.phase == Phase::declare;
    if (!needs_order)
        for (const u8 id : s.order)
            if (id) {
                judge.require(false, "order", "is kept while dealing only");
                break;
            }
    if (faults.empty()) this->judge(s, faults);
    // A position where it is somebody's turn has a legal action; whatever follows must stay so.
    if (faults.empty() && s.phase != Phase::over && count(state) == 0)
        judge.require(false, "phase", "nothing can be done in it");
    return faults;
}

// How many cards lie where, phase by phase.
void TrickGame::judge_sizes(const State& s, std::vector<Fault>& faults) const {
    const Judge judge{faults};
    const int kitty = s.kitty.size();
    int held[seats_n];
    for (int i = 0; i < seats(); ++i) held[i] = s.hand[i].size();
    const auto full_hands = [&](bool kitty_in_hand) {
        for (int i = 0; i < seats(); ++i)
            judge.require(
                held[i] == hand_cards() + (kitty_in_hand && i == s.turn ? kitty_cards() : 0),
                "hand", "has a wrong number of cards");
        judge.require(kitty == (kitty_in_hand ? 0 : kitty_cards()), "kitty",
                      "has a wrong number of cards");
        judge.require(s.played == 0, "table", "is not empty before the first lead");
    };
    switch (s.phase) {
        case Phase::declare: {
            judge.require(kitty == 0 && s.played == 0, "cards", "lie where none can be yet");
            const Pile pack = whole_pack(decks(), kinds());
            Pile dealt[seats_n], all;
            bool fits = true;
            for (int i = 0; i < pack_size(); ++i) {
                const int id = s.order[i];
                fits &= id < decks() * kinds_n && pack.has(id) && !all.has(id);
                if (!fits) break;
                all.add(id);
            }
            for (int i = 0; fits && i < s.dealt; ++i) {
                const int to = (s.first + i) % seats();
                dealt[to].add(s.order[hand_cards() * to + i / seats()]);
            }
            for (int i = 0; i < seats(); ++i) fits &= dealt[i] == s.hand[i];
            judge.require(fits, "order", "is no order of the pack that gives these hands");
            break;
        }
        case Phase::bid:
        case Phase::rob: full_hands(false); break;
        case Phase::name:
        case Phase::bury: full_hands(true); break;
        case Phase::play: {
            judge.require(s.turn == seat_at(s.leader + s.played), "turn",
                          "does not follow from the leader and the plays");
            judge.require(kitty <= kitty_cards(), "kitty", "has too many cards");
            const int size = s.table[0].size();
            for (int i = 1; i < s.played; ++i)
                judge.require(s.table[i].size() == size, "table", "has plays of different sizes");
            for (int i = 0; i < seats(); ++i) {
                const int position = seat_at(i + seats() - s.leader);
                const int now = held[i] + (position < s.played ? size : 0);
                if (now != held[s.turn] || now > hand_cards())
                    faults.push_back(
                        {"hand", "seat " + std::to_string(i) + " has a wrong number of cards"});
            }
            judge.require(held[s.turn] >= 1 && held[s.turn] >= size, "hand", "has nothing to play");
            break;
        }
        default:
            if (s.end == End::surrender) {
                for (int i = 0; i < seats(); ++i)
                    judge.require(held[i] == hand_cards(), "hand", "has a wrong number of cards");
                judge.require(kitty <= kitty_cards(), "kitty", "has too many cards");
                judge.require(s.played == 0, "table", "is not empty before the first lead");
                return;
            }
            if (s.end == End::wrong_throw) {
                // One card of the throw lies, of the leader's; nobody has followed.
                judge.require(s.played == 1 && s.table[0].size() == 1 && s.turn == after(s.leader),
                              "table", "has not what is left of a wrong throw");
                for (int i = 0; i < seats(); ++i)
                    judge.require(held[i] + (i == s.leader) == held[s.turn] &&
                                      held[s.turn] <= hand_cards() && held[s.leader] > 0,
                                  "hand", "has a wrong number of cards");
                judge.require(kitty <= kitty_cards(), "kitty", "has too many cards");
                return;
            }
            for (int i = 0; i < seats(); ++i)
                judge.require(held[i] == 0, "hand", "is not empty though the deal is over");
            judge.require(s.played == 0, "table", "is not empty though the deal is over");
    }
}

// What no game but those with bids and ends of their own may have.
void TrickGame::judge(const State& s, std::vector<Fault>& faults) const {
    const Judge judge{faults};
    judge.require(s.phase != Phase::bid && s.phase != Phase::name && s.bid == 0 &&
                      s.bidder == nobody && s.passed == 0,
                  "bid", "is made in games with bids alone");
}

namespace {

// Physical cards for everything named: what is named by deck as it is, the rest from the lowest
// deck that is free.
class Placing {
  public:
    Placing(int decks, u64 kinds, std::vector<Fault>& faults)
        : pack_(whole_pack(decks, kinds)), faults_(faults) {}

    void reserve(const CardsArg& cards, const char* where) {
        if (!cards.exact) return;
        const Pile pile = cards.ids.pile();
        if (cards.ids.deck[3] || !pack_.holds(pile))
            faults_.push_back({where, "a card is not in the pack"});
        else if (!(taken_ & pile).empty())
            faults_.push_back({where, "a card is in two places"});
        taken_ = taken_ | pile;
    }

    Pile place(const CardsArg& cards, const char* where) {
        if (cards.exact) return cards.ids.pile();
        const Copies wanted = cards.ids.pile().copies();
        const Pile free = pack_ - taken_;
        if (!free.copies().holds(wanted)) {
            faults_.push_back({where, "more of a card than the pack has, all places together"});
            return {};
        }
        const Pile found = lowest_of(free, wanted);
        taken_ = taken_ | found;
        return found;
    }

  private:
    Pile pack_, taken_;
    std::vector<Fault>& faults_;
};

}  // namespace

std::vector<Fault> TrickGame::setup_cards(State& s, const SetupArgs& args) const {
    std::vector<Fault> faults;
    const std::size_t n = static_cast<std::size_t>(seats());
    if (args.held.size() != n) {
        faults.push_back({"hands", std::to_string(n) + " hands are needed"});
        return faults;
    }
    if (args.plays.size() >= n) {
        faults.push_back({"trick", "has at most " + std::to_string(n - 1) + " plays"});
        return faults;
    }
    Placing placing(decks(), kinds(), faults);
    for (const CardsArg& cards : args.held) placing.reserve(cards, "hands");
    for (const CardsArg& cards : args.plays) placing.reserve(cards, "trick");
    placing.reserve(args.kitty, "kitty");
    for (std::size_t i = 0; i < n; ++i) s.hand[i] = placing.place(args.held[i], "hands");
    for (std::size_t i = 0; i < args.plays.size(); ++i)
        s.table[i] = placing.place(args.plays[i], "trick");
    s.kitty = placing.place(args.kitty, "kitty");
    s.played = static_cast<u8>(args.plays.size());
    return faults;
}

std::vector<Fault> TrickGame::setup(AnyState& state, const SetupArgs& args) const {
    AnyState made;
    blank(made);
    State& s = of(made);
    std::vector<Fault> faults = setup_cards(s, args);
    const auto require = [&](bool good, const char* where, const std::string& what) {
        if (!good) faults.push_back({where, what});
    };
    const std::string a_seat = "must be a seat, 0 to " + std::to_string(seats() - 1);
    require(0 <= args.to_move && args.to_move < seats(), "to_move", a_seat);
    require(-1 <= args.dealer && args.dealer < seats(), "dealer", a_seat);
    require(0 <= args.trump && args.trump <= no_trump, "trump", "must be S, H, D, C or NT");
    if (!counts_points()) require(args.points == 0, "points", "have no meaning here");
    if (form_.levels)
        require(0 <= args.level && args.level < ranks_n, "level", "must be a rank, 2 to A");
    else if (form_.level == no_rank)
        require(args.level == -1, "level", "has no meaning here");
    else
        require(args.level == -1 || args.level == form_.level, "level", "is 2 always");
    const BidLadder* bids = ladder();
    if (bids)
        require(args.bid == 0 || bids->has(args.bid), "bid", "is none that can be made");
    else
        require(args.bid == 0, "bid", "has no meaning here");
    require(0 <= args.points && args.points <= most_at_setup, "points", "must be 0 to 1,000,000");
    if (!faults.empty()) return faults;
    s.dealer = s.first = static_cast<u8>(args.dealer < 0 ? 0 : args.dealer);
    s.given_dealer = bids ? nobody : s.dealer;
    s.burier = kitty_cards() ? s.dealer : nobody;
    if (bids) {
        s.bidder = s.dealer;
        s.bid = static_cast<u8>(args.bid ? args.bid : usual_bid());
    }
    s.trump = static_cast<u8>(args.trump);
    if (form_.levels) s.level = s.levels[0] = s.levels[1] = static_cast<u8>(args.level);
    s.points = args.points;
    s.phase = Phase::play;
    s.turn = static_cast<u8>(args.to_move);
    s.leader = seat_at(s.turn + seats() - s.played);
    s.dealt = static_cast<u8>(dealt_cards());
    faults = validate(made);
    if (faults.empty()) state = made;
    return faults;
}

}  // namespace pokerfast
