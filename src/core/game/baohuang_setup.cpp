// Positions of 保皇 from outside: fields, and whether one can occur.
#include "game/baohuang.hpp"

#include <cstddef>

namespace pokerfast {

using namespace baohuang;
using race::Judge;
using race::nobody;
using race::seats_n;

namespace {

#define PF_FIELD(name, count) \
    {#name, FieldType::number8, static_cast<u16>(offsetof(State, name)), count}

constexpr Field field_table[] = {
    PF_RACE_FIELDS,
    {"carried", FieldType::packs, static_cast<u16>(offsetof(State, carried)), 1},
    PF_FIELD(refusals, 1),
    PF_FIELD(emperor, 1),
    PF_FIELD(guard, 1),
    PF_FIELD(solo, 1),
    PF_FIELD(named, 1),
    PF_FIELD(shown, 1),
    PF_FIELD(revealed, 1),
    PF_FIELD(asked, 1),
    PF_FIELD(claims, 1),
    PF_FIELD(revolts, 1),
    PF_FIELD(autos, seats_n),
    PF_FIELD(quitter, 1),
};
static_assert(offsetof(State, round) == 0);

#undef PF_FIELD

u32 bit_of(u8 seat) {
    return seat == nobody ? 0 : 1u << seat;
}

// The n-th seat above this one.
int above(int seat, int n) {
    return (seat - n + 2 * seats_n) % seats_n;
}

// Seats asked so far, from `from` upward.
u32 asked_seats(int from, int n) {
    u32 seats = 0;
    for (int i = 0; i < n; ++i) seats |= 1u << above(from, i);
    return seats;
}

// Who belongs together, once it is settled: what may be said of it and where the cards that tell it
// can be.
void judge_partners(const State& s, const BaohuangRules& rules, Judge& judge) {
    if (!judge.require(s.emperor != nobody, "emperor", "must be a seat")) return;
    judge.require((s.guard != nobody) != (s.solo != none), "guard",
                  "either there is one, or the emperor is alone");
    judge.require(!s.shown || s.guard != nobody, "shown", "there is no guard to be shown");
    judge.require(s.revolts == 0 || (!rules.classic && s.solo != open), "revolts",
                  "there is no revolt here");
    judge.require((s.revolts & (bit_of(s.emperor) | bit_of(s.guard))) == 0, "revolts",
                  "names one who is no rebel");
    judge.require(s.claims == 0 || (s.solo == open && s.claims >> s.emperor & 1), "claims",
                  "who claims plays alone");
    // Under 抢独 the guard card may be a plain joker.
    const bool claimed = s.claims != 0 || (s.solo == open && rules.qiangdu);
    if (!rules.classic) {
        for (int i = 0; i < seats_n && !claimed; ++i)
            if (s.round.held[i].deck[marked_deck] >> guard_card & 1)
                judge.require(i == (s.guard == nobody ? s.emperor : s.guard), "guard",
                              "the marked card is in another hand");
    } else if (s.named != nothing && s.solo != open) {
        for (int i = 0; i < seats_n; ++i) {
            const int copies = s.round.held[i].copies(s.named);
            judge.require(copies == 0 || i == s.emperor || (i == s.guard && copies == 1), "named",
                          "another hand has the card");
        }
    }
}

}  // namespace

namespace {

using Form = PublicNumber::Form;

#define PF_NUMBER(member, form, meaning, ...) \
    {#member, meaning, Form::form, static_cast<u16>(offsetof(State, member)), __VA_ARGS__}

constexpr PublicNumber numbers[] = {
    PF_NUMBER(round.first, seat, "who got the first card", 1),
    PF_NUMBER(round.place, choice, "the how-many-th each went out", 1, 1, race::seats_n, true),
    PF_NUMBER(carried, packs, "what travels with the throne, for its holder", 8),
    PF_NUMBER(refusals, steps, "how often the throne was refused", 1, 1, 9),
    PF_NUMBER(emperor, seat, "the emperor", 1),
    PF_NUMBER(guard, seat, "the guard, where he is known", 1),
    PF_NUMBER(solo, choice, "the emperor plays alone: secretly, openly", 1, 1, 2),
    PF_NUMBER(named, card, "the card the emperor named", 1),
    PF_NUMBER(shown, steps, "the guard showed himself", 1, 1, 1),
    PF_NUMBER(revealed, steps, "the marked card was seen", 1, 1, 1),
    PF_NUMBER(asked, steps, "seats asked in this phase", 1, 1, race::seats_n - 1),
    PF_NUMBER(claims, seats, "who claimed", 1),
    PF_NUMBER(revolts, seats, "who revolted", 1),
    PF_NUMBER(round.away, steps, "left to the table: on auto, quit", 1, 1, 2, true),
    PF_NUMBER(quitter, seat, "who quit", 1),
};

#undef PF_NUMBER

}  // namespace

std::span<const PublicNumber> Baohuang::public_numbers() const {
    return numbers;
}

std::span<const Field> Baohuang::fields() const {
    return field_table;
}

void Baohuang::judge_ranges(const AnyState& state, Judge& judge) const {
    const State& s = of(state);
    const auto seat_or_nobody = [](u8 seat) { return seat < seats_n || seat == nobody; };
    judge.require(seat_or_nobody(s.emperor), "emperor", "is no seat");
    judge.require(seat_or_nobody(s.guard), "guard", "is no seat");
    judge.require(seat_or_nobody(s.quitter), "quitter", "is no seat");
    judge.require(s.guard == nobody || (s.guard != s.emperor && s.emperor != nobody), "guard",
                  "goes with an emperor, and is another");
    judge.require(s.solo <= open && (s.solo == none || s.emperor != nobody), "solo",
                  "must be 0 to 2, and 0 before there is an emperor");
    judge.require(s.named == nothing || (rules_.classic && s.named < kind_small_joker &&
                                         plays_.kinds() >> s.named & 1),
                  "named", "is no card that can be named");
    judge.require(s.shown <= 1 && s.revealed <= 1, "shown", "must be 0 or 1");
    judge.require(s.refusals < 2 * seats_n && s.asked < seats_n, "asked", "is out of range");
    judge.require(s.claims < 32 && s.revolts < 32, "claims", "names a seat that does not exist");
    judge.require(s.claims == 0 || rules_.qiangdu, "claims", "nobody claims under these options");
    if (s.quitter != nobody && s.quitter < seats_n)
        judge.require(s.round.phase == race::over && s.round.away[s.quitter] == 2, "quitter",
                      "ends the deal");
    for (int i = 0; i < seats_n; ++i) {
        judge.require(s.round.away[i] != 1 || s.autos[i] > 0, "autos", "must count who is away");
        judge.require(s.round.away[i] != 2 || i == s.quitter, "away",
                      "who quits ends the deal, so one alone can");
    }
    bool exist = !(s.carried.kinds() & ~plays_.kinds());
    judge.require(exist, "carried", "a card is not in the pack");
}

void Baohuang::judge_sides(const AnyState& state, Judge& judge) const {
    const State& s = of(state);
    if (s.quitter != nobody) return;  // at any time
    judge_partners(s, rules_, judge);
    judge.require(s.asked == 0 && s.refusals == 0 && s.carried.empty(), "asked",
                  "nobody is asked any more");
    if (rules_.classic || s.solo == open || s.revealed) return;
    bool held = false;
    for (const CardIds& hand : s.round.held) held |= hand.deck[marked_deck] >> guard_card & 1;
    judge.require(held, "revealed", "all saw the marked card being played");
}

void Baohuang::judge_before(const AnyState& state, Judge& judge) const {
    const State& s = of(state);
    const race::Round& r = s.round;
    const u8 phase = r.phase;
    judge.require(phase != claim || rules_.qiangdu, "phase", "does not exist under these options");
    judge.require(phase != baohuang::name || rules_.classic, "phase",
                  "does not exist under these options");
    judge.require(phase != revolt || !rules_.classic, "phase",
                  "does not exist under these options");
    CardIds all;
    int n = 0;
    for (const CardIds& hand : r.held) {
        all = all | hand;
        n += hand.size();
    }
    judge.require(n == 4 * count_bits64(plays_.kinds()) && all.size() == n, "held",
                  "must be the whole pack before play");
    for (int i = 0; i < seats_n; ++i) {
        // Who refuses pays twice at most and hands on the throne card; nine payments can travel.
        const int dealt = hand_size(s, i), size = r.held[i].size();
        judge.require(phase == claim ? size == dealt : dealt - 3 <= size && size <= dealt + 10,
                      "held", "is not what a seat can have");
    }
    judge.require(!s.revealed, "revealed", "nothing was played yet");
    judge.require(phase == throne || (s.carried.empty() && s.refusals == 0), "carried",
                  "the throne is not passed on now");
    judge.require(phase == claim || s.claims == 0, "claims", "would have ended the questions");
    judge.require(phase == revolt || (s.revolts == 0 && s.shown == 0), "shown", "is not asked yet");
    if (!judge.good()) return;
    switch (phase) {
        case claim: {
            int holder = 0;
            while (!(r.held[holder].deck[marked_deck] >> throne_card & 1)) ++holder;
            judge.require(r.turn == above(holder, s.asked), "turn", "is not the seat asked now");
            judge.require((s.claims & ~asked_seats(holder, s.asked)) == 0, "claims",
                          "names a seat not asked yet");
            judge.require(s.emperor == nobody && s.named == nothing, "emperor", "is not known yet");
            return;
        }
        case throne:
            judge.require(s.emperor == nobody && s.named == nothing && s.asked == 0, "emperor",
                          "is not known yet");
            judge.require(
                s.carried.deck[marked_deck] >> throne_card & 1 && r.held[r.turn].holds(s.carried),
                "carried", "is with whoever is asked");
            judge.require(s.carried.size() == 1 ||
                              (!rules_.classic && s.carried.size() <= s.refusals &&
                               !(s.carried.kinds() & joker_kinds & ~(1ull << throne_card))),
                          "carried", "more than was paid");
            return;
        case baohuang::name:
            judge.require(s.emperor == r.turn && s.guard == nobody && s.solo == none &&
                              s.named == nothing && s.asked == 0,
                          "emperor", "is who names");
            judge.require(nameable(s, r.turn) != 0, "turn", "has no card to name");
            return;
        default: break;
    }
    judge_partners(s, rules_, judge);
    if (!judge.good()) return;
    judge.require(s.solo != open, "solo", "would have ended the questions");
    judge.require(!rules_.classic || s.named != nothing, "named", "must be known");
    if (rules_.classic && s.named != nothing)
        judge.require(r.held[s.emperor].copies(s.named) == (s.solo == dark ? 4 : 3), "named",
                      "is not the emperor's to name");
    if (phase == open_solo) {
        judge.require(r.turn == s.emperor && s.asked == 0, "turn", "is not the seat asked now");
        return;
    }
    judge.require(s.asked < seats_n - 1 && r.turn == above(s.emperor, s.asked + 1), "turn",
                  "is not the seat asked now");
    judge.require((s.revolts & ~asked_seats(above(s.emperor, 1), s.asked)) == 0, "revolts",
                  "names a seat not asked yet");
}

void Baohuang::setup_sides(AnyState& state, const SetupArgs& args, Judge& judge) const {
    State& s = of(state);
    const auto is_seat = [](int seat) { return 0 <= seat && seat < seats_n; };
    const bool has_guard = args.guard != -1;
    judge.require(is_seat(args.emperor), "emperor", "must be a seat");
    judge.require(!has_guard || (is_seat(args.guard) && args.guard != args.emperor), "guard",
                  "must be another seat than the emperor");
    judge.require(!has_guard || !args.open, "open", "an emperor alone has no guard");
    judge.require(args.multiplier == 1 || args.multiplier == 2 ||
                      (args.multiplier == 4 && rules_.stack_doubles && has_guard),
                  "multiplier", "must be 1 or 2, or 4 where doubles stack");
    // What doubles: a guard who showed himself, else two of the others in revolt.
    const bool revolts = args.multiplier == 4 || (args.multiplier == 2 && !has_guard);
    judge.require(!revolts || (!rules_.classic && !args.open), "multiplier",
                  "there is no revolt here");
    if (!judge.good()) return;
    s.emperor = static_cast<u8>(args.emperor);
    s.guard = has_guard ? static_cast<u8>(args.guard) : nobody;
    s.solo = has_guard ? none : args.open ? open : dark;
    s.shown = has_guard && args.multiplier > 1;
    for (int i = 0; i < seats_n && revolts; ++i)
        if (i != s.emperor && i != s.guard && !s.revolted())
            s.revolts = static_cast<u8>(s.revolts | 1u << i);
    bool guard_card_held = rules_.classic || s.solo == open;
    for (const CardIds& hand : s.round.held)
        guard_card_held |= hand.deck[marked_deck] >> guard_card & 1;
    s.revealed = args.exposed || !guard_card_held;  // once it was played, all know
}

}  // namespace pokerfast
