// Positions from outside: what a state of 斗地主 consists of, and whether one can occur.
#include "climb/doudizhu/readings.hpp"
#include "game/doudizhu.hpp"

#include <cstddef>
#include <cstring>

namespace pokerfast {

using namespace doudizhu;

namespace {

constexpr u16 at(std::size_t offset) {
    return static_cast<u16>(offset);
}

#define PF_FIELD(name, type, count) {#name, FieldType::type, at(offsetof(State, name)), count}

constexpr Field field_table[] = {
    PF_FIELD(seed, word64, 1),          PF_FIELD(game, word64, 1),
    PF_FIELD(held, cards, 3),           PF_FIELD(kitty, cards, 1),
    PF_FIELD(table_ids, cards, 1),      PF_FIELD(beans, number64, 3),
    PF_FIELD(multiplier, number64, 1),  PF_FIELD(deal, number16, 1),
    PF_FIELD(plays, number16, 3),       PF_FIELD(bombs, number16, 1),
    PF_FIELD(phase, number8, 1),        PF_FIELD(players, number8, 1),
    PF_FIELD(turn, number8, 1),         PF_FIELD(given_first, number8, 1),
    PF_FIELD(first, number8, 1),        PF_FIELD(landlord, number8, 1),
    PF_FIELD(caller, number8, 1),       PF_FIELD(robber, number8, 1),
    PF_FIELD(asked, number8, 1),        PF_FIELD(robs, number8, 1),
    PF_FIELD(highest_bid, number8, 1),  PF_FIELD(dealt, number8, 1),
    PF_FIELD(first_shown, number8, 1),  PF_FIELD(shown, number8, 3),
    PF_FIELD(declined, number8, 3),     PF_FIELD(doubled, number8, 3),
    PF_FIELD(table_kind, number8, 1),   PF_FIELD(table_rank, number8, 1),
    PF_FIELD(table_length, number8, 1), PF_FIELD(table_by, number8, 1),
    PF_FIELD(passes, number8, 1),       PF_FIELD(may_spring, number8, 1),
    PF_FIELD(away, number8, 3),         PF_FIELD(order, number8, deck_size),
};

#undef PF_FIELD

// Collects faults; `require` names the field that is wrong.
struct Judge {
    std::vector<Fault> faults;
    void require(bool good, const char* where, const char* what) {
        if (!good) faults.push_back({where, what});
    }
};

// What must hold before anything else may be looked at: no number is outside the range the core
// relies on.
void judge_ranges(const State& s, Judge& judge) {
    const auto seat_or_nobody = [&](u8 seat) { return seat < s.players || seat == nobody; };
    judge.require(s.players == 2 || s.players == 3, "players", "must be 2 or 3");
    judge.require(s.phase < Phase::count_, "phase", "is unknown");
    judge.require(s.turn < s.players || (s.phase == Phase::over && s.turn <= 3), "turn",
                  "is no seat");
    judge.require(seat_or_nobody(s.given_first) && seat_or_nobody(s.first) &&
                      seat_or_nobody(s.landlord) && seat_or_nobody(s.caller) &&
                      seat_or_nobody(s.robber) && seat_or_nobody(s.first_shown) &&
                      seat_or_nobody(s.table_by),
                  "seats", "a field names a seat that does not exist");
    judge.require(
        s.asked <= 4 && s.robs <= 3 && s.highest_bid <= 3 && s.dealt <= 51 && s.bombs <= 14,
        "counts", "a number is out of range");
    judge.require(1 <= s.multiplier && s.multiplier <= 1'000'000, "multiplier",
                  "must be 1 to 1,000,000");
    judge.require(s.may_spring <= 1, "may_spring", "must be 0 or 1");
    for (int i = 0; i < 3; ++i) {
        const u8 shown = s.shown[i];
        judge.require(shown == 0 || (2 <= shown && shown <= 5), "shown", "must be 0 or 2 to 5");
        judge.require(s.declined[i] <= Answer::yes && s.doubled[i] <= Answer::yes, "answers",
                      "are out of range");
        judge.require(s.away[i] <= 2, "away", "must be 0 to 2");
        judge.require(s.beans[i] >= -1, "beans", "must not be negative");
        judge.require(s.plays[i] <= 20, "plays", "no seat makes more than 20 plays");
    }
    judge.require(s.table_kind <= Kind::pass, "table_kind", "is unknown");
}

// No card twice, none that does not exist.
void judge_cards(const State& s, Judge& judge) {
    u64 seen = s.table_ids;
    bool once = true;
    for (int i = 0; i < 3; ++i) {
        once &= (seen & s.held[i]) == 0;
        seen |= s.held[i];
    }
    if (s.landlord == nobody) {
        once &= (seen & s.kitty) == 0;
        seen |= s.kitty;
    }
    judge.require(once, "held", "a card is in two places");
    judge.require(((seen | s.kitty) & ~full_deck) == 0, "held", "a card id is not in the pack");
}

// Phases and answers that these rules know.
void judge_rules(const State& s, const DouDizhuRules& rules, Judge& judge) {
    const bool bids = rules.auction == auction::bid3, calls = rules.auction == auction::call_rob;
    bool exists = true;
    switch (s.phase) {
        case Phase::show_start:
        case Phase::show_deal:
        case Phase::show: exists = rules.open_hand; break;
        case Phase::call:
        case Phase::rob: exists = calls; break;
        case Phase::bid: exists = bids; break;
        case Phase::double_: exists = rules.doubling; break;
        default: break;
    }
    judge.require(exists, "phase", "does not exist under these options");
    judge.require(calls || s.robs == 0, "robs", "there is no robbing under these options");
    judge.require(bids || s.highest_bid == 0, "highest_bid",
                  "there are no bids under these options");
    for (int i = 0; i < 3; ++i) {
        judge.require(rules.open_hand || s.shown[i] == 0, "shown",
                      "no hand is shown under these options");
        judge.require(rules.doubling || s.doubled[i] == Answer::none, "doubled",
                      "there is no doubling under these options");
    }
    if (s.phase == Phase::show_deal)
        judge.require((s.dealt + 2) / 3 <= rules.open_limit_low(), "turn", "may not show any more");
    if (s.phase == Phase::rob && s.turn < 3) {
        const bool again = rules.caller_rerob == caller_rerob::always ||
                           (rules.caller_rerob == caller_rerob::if_robbed && s.robs > 0);
        judge.require(s.asked == 3 ? again : s.declined[s.turn] == Answer::none, "turn",
                      "may not rob");
    }
}

void judge_dealing(const State& s, Judge& judge) {
    u64 seen = 0, expected[3] = {};
    for (const u8 id : s.order) {
        if (id >= deck_size) return judge.require(false, "order", "a card id is not in the pack");
        seen |= 1ull << id;
    }
    judge.require(seen == full_deck, "order", "is no permutation of the pack");
    for (int i = 0; i < s.dealt; ++i) expected[i % 3] |= 1ull << s.order[17 * (i % 3) + i / 3];
    for (int i = 0; i < 3; ++i)
        judge.require(s.held[i] == expected[i], "held", "is not what was dealt");
    judge.require(s.kitty == 0, "kitty", "is not dealt yet");
    judge.require(s.landlord == nobody, "landlord", "is not known yet");
    const bool drawer = s.dealt > 0 && s.turn == (s.dealt - 1) % 3 && s.shown[s.turn] == 0;
    judge.require(s.phase == Phase::show_start ? s.dealt == 0 : drawer, "turn",
                  "is not the seat asked now");
}

void judge_bidding(const State& s, Judge& judge) {
    for (int i = 0; i < 3; ++i)
        judge.require(count_bits64(s.held[i]) == (i == s.landlord ? 20 : 17), "held",
                      "is not a full hand");
    judge.require(count_bits64(s.kitty) == 3, "kitty", "must have three cards");
    judge.require(s.dealt == 51, "dealt", "must be 51 after the deal");
    judge.require(s.asked <= 3, "asked", "is out of range");
    switch (s.phase) {
        case Phase::call:
        case Phase::bid:
            judge.require(s.landlord == nobody && s.first != nobody && s.asked < 3 &&
                              s.turn == (s.first + s.asked) % 3,
                          "turn", "is not the seat asked now");
            judge.require(s.phase == Phase::bid
                              ? s.highest_bid < 3 && (s.highest_bid == 0) == (s.caller == nobody)
                              : s.highest_bid == 0 && s.caller == nobody,
                          "highest_bid", "does not fit the phase");
            return;
        case Phase::rob:
            judge.require(s.landlord == nobody && s.caller != nobody && s.asked >= 1 &&
                              s.turn == (s.caller + s.asked) % 3 &&
                              (s.robs == 0) == (s.robber == nobody),
                          "turn", "is not the seat asked now");
            return;
        default:
            judge.require(s.landlord != nobody && (s.held[s.landlord] & s.kitty) == s.kitty,
                          "landlord", "does not hold the bottom cards");
            judge.require(
                s.landlord != nobody &&
                    (s.phase == Phase::show ? s.turn == s.landlord && s.shown[s.turn] == 0
                                            : s.asked < 3 && s.turn == (s.landlord + s.asked) % 3),
                "turn", "is not the seat asked now");
    }
}

// Hands of a size that can occur, and no more plays and bombs than the cards that are gone allow.
void judge_hands(const State& s, Judge& judge) {
    int bombs = s.bombs;
    for (int i = 0; i < s.players; ++i) {
        const int cards = count_bits64(s.held[i]), most = i == s.landlord ? 20 : 17;
        judge.require(cards <= most, "held", "more cards than the seat can hold");
        judge.require(s.plays[i] + cards <= most, "plays", "more than the seat's cards allow");
        const Planes planes = planes_of(counts_of(s.held[i]));
        bombs += count_bits(planes.p4) + ((planes.p1 & joker_slots) == joker_slots);
    }
    judge.require(bombs <= 14, "bombs", "more than the cards allow");
}

void judge_play(const State& s, const Plan& plan, Judge& judge) {
    judge.require(s.landlord < s.players, "landlord", "must be a seat");
    judge.require(s.players == 3 || s.held[2] == 0, "held", "seat 2 is not in the game");
    judge_hands(s, judge);
    int empty = 0;
    for (int i = 0; i < s.players; ++i) empty += s.held[i] == 0;
    const bool over = s.phase == Phase::over;
    judge.require(empty == (over ? 1 : 0), "held",
                  over ? "one hand must be empty" : "a hand is empty");
    if (s.table_kind == Kind::pass) {
        judge.require(s.table_ids == 0 && s.table_by == nobody && s.passes == 0 && !over, "table",
                      "does not fit a lead");
        return;
    }
    judge.require(is_reading(plan, counts_of(s.table_ids), s.table()), "table",
                  "the cards are not that play");
    const bool turn_fits = s.table_by < s.players && s.passes <= s.players - 2 &&
                           s.turn == (s.table_by + 1 + s.passes) % s.players;
    judge.require(turn_fits, "turn", "does not follow from table_by and the passes");
    if (over && s.table_by < s.players)
        judge.require(s.held[s.table_by] == 0 && s.passes == 0, "table",
                      "the last play must empty a hand");
}

void derive(State& s) {
    for (int i = 0; i < 3; ++i) s.counts[i] = counts_of(s.held[i]);
    s.table_cards = counts_of(s.table_ids);
}

}  // namespace

namespace {

using Form = PublicNumber::Form;

#define PF_NUMBER(member, form, meaning, ...) \
    {#member, meaning, Form::form, static_cast<u16>(offsetof(State, member)), __VA_ARGS__}

constexpr PublicNumber numbers[] = {
    PF_NUMBER(players, choice, "seats of this deal: two or three", 1, 2, 2),
    PF_NUMBER(kitty, ids, "the bottom cards, once they are turned", 8),
    PF_NUMBER(landlord, seat, "who is landlord", 1),
    PF_NUMBER(first, seat, "who was asked first in the auction", 1),
    PF_NUMBER(caller, seat, "who called, or made the highest bid", 1),
    PF_NUMBER(robber, seat, "who robbed last", 1),
    PF_NUMBER(robs, steps, "how often was robbed", 1, 1, 4),
    PF_NUMBER(highest_bid, steps, "the highest bid", 1, 1, 3),
    PF_NUMBER(declined, choice, "who declined to call", 1, 1, 1, true),
    PF_NUMBER(shown, steps, "the factor a hand was shown for", 1, 1, 5, true),
    PF_NUMBER(first_shown, seat, "who showed first", 1),
    PF_NUMBER(doubled, choice, "who declined to double, who doubled", 1, 1, 2, true),
    PF_NUMBER(plays, steps, "plays made", 2, 1, 2, true),
    PF_NUMBER(bombs, steps, "bombs and rockets played", 2, 1, 14),
    PF_NUMBER(passes, steps, "passes since the last play", 1, 1, 2),
    PF_NUMBER(away, steps, "left to the table: on auto, quit", 1, 1, 2, true),
};

#undef PF_NUMBER

}  // namespace

std::span<const PublicNumber> DouDizhu::public_numbers() const {
    return numbers;
}

std::span<const Field> DouDizhu::fields() const {
    return field_table;
}

std::vector<Fault> DouDizhu::validate(AnyState& state) const {
    State& s = of(state);
    Judge judge;
    if (!plan().has(Kind::solo))
        judge.require(false, "banned_kinds", "without solo there are no whole games");
    judge_ranges(s, judge);
    if (!judge.faults.empty()) return judge.faults;
    judge_cards(s, judge);
    judge_rules(s, rules_, judge);
    if (!judge.faults.empty()) return judge.faults;
    if (s.phase >= Phase::play) {
        judge_play(s, plan(), judge);
    } else {
        judge.require(s.players == 3, "players", "two hands have no bidding");
        if (s.phase == Phase::show_start || s.phase == Phase::show_deal) {
            judge_dealing(s, judge);
        } else if (s.players == 3) {
            judge_bidding(s, judge);
        }
        judge.require(
            s.table_kind == Kind::pass && s.table_ids == 0 && s.table_by == nobody && s.passes == 0,
            "table", "must be empty before play");
        for (int i = 0; i < 3; ++i)
            judge.require(s.plays[i] == 0, "plays", "must be 0 before play");
        judge.require(s.bombs == 0, "bombs", "must be 0 before play");
        if (judge.faults.empty() && s.phase == Phase::double_)
            judge.require(may_double(s, s.turn), "turn", "may not double");
    }
    if (judge.faults.empty()) derive(s);
    return judge.faults;
}

std::vector<Fault> DouDizhu::setup(AnyState& state, const SetupArgs& args) const {
    Judge judge;
    const int players = static_cast<int>(args.held.size());
    judge.require(players == 2 || players == 3, "hands", "must be two or three");
    if (!judge.faults.empty()) return judge.faults;
    const auto is_seat = [&](int seat) { return 0 <= seat && seat < players; };
    judge.require(is_seat(args.to_move), "to_move", "is no seat");
    judge.require(is_seat(args.landlord), "landlord", "is no seat");
    judge.require(1 <= args.multiplier && args.multiplier <= 1'000'000, "multiplier",
                  "must be 1 to 1,000,000");
    judge.require(args.has_table == (args.table_by != -1), "table_by",
                  "goes with a table, and a table with it");
    judge.require(args.table_by == -1 || is_seat(args.table_by), "table_by", "is no seat");
    judge.require(!args.has_table || args.table_by != args.to_move, "table_by",
                  "whoever played last is not to move: all others would have passed, so he leads");

    AnyState made;
    std::memset(made.bytes, 0, sizeof made.bytes);
    State& s = of(made);
    for (int i = 0; i < 3; ++i) s.beans[i] = -1;
    s.given_first = nobody;
    doudizhu::blank(s);
    s.players = static_cast<u8>(players);
    s.multiplier = args.multiplier;
    s.phase = Phase::play;
    s.turn = static_cast<u8>(args.to_move);
    s.landlord = static_cast<u8>(args.landlord);
    s.dealt = 51;
    for (int i = 0; i < players; ++i)
        s.held[i] = args.held[static_cast<std::size_t>(i)].ids.deck[0];
    if (args.has_table) {
        Reading reading = args.table;
        if (reading.kind == Kind::pass)
            reading = classify(plan(), counts_of(args.table_ids.ids.deck[0]));
        judge.require(reading.kind != Kind::pass, "table", "is no play");
        s.table_ids = args.table_ids.ids.deck[0];
        s.table_kind = reading.kind;
        s.table_rank = reading.rank;
        s.table_length = reading.length;
        s.table_by = static_cast<u8>(args.table_by);
        s.passes = static_cast<u8>((args.to_move - args.table_by - 1 + players) % players);
    }
    bool full = players == 3 && !args.has_table && args.to_move == args.landlord;
    for (int i = 0; i < players; ++i)
        full &= count_bits64(s.held[i]) == (i == args.landlord ? 20 : 17);
    s.may_spring = full;
    if (!judge.faults.empty()) {
        // What can be said without the arguments that are wrong.
        judge_cards(s, judge);
        for (int i = 0; i < players; ++i) {
            judge.require(s.held[i] != 0, "hands", "a hand is empty");
            judge.require(count_bits64(s.held[i]) <= 20, "hands",
                          "more cards than a seat can hold");
        }
        return judge.faults;
    }
    std::vector<Fault> faults = validate(made);
    if (faults.empty()) state = made;
    return faults;
}

}  // namespace pokerfast
