// Positions of 打大A from outside: fields, and whether one can occur.
#include "game/dadaa.hpp"

#include <cstddef>
#include <cstring>

namespace pokerfast {

using namespace dadaa;
using race::Judge;
using race::nobody;
using race::seats_n;

namespace {

#define PF_FIELD(name, count) \
    {#name, FieldType::number8, static_cast<u16>(offsetof(State, name)), count}

constexpr Field field_table[] = {
    PF_RACE_FIELDS,     PF_FIELD(suit, 1),  PF_FIELD(declarer, 1),
    PF_FIELD(known, 1), PF_FIELD(open, 1),  PF_FIELD(sides, 1),
    PF_FIELD(dealt, 1), PF_FIELD(asked, 1), PF_FIELD(order, pack_size),
};
static_assert(offsetof(State, round) == 0);

#undef PF_FIELD

// Big aces in a hand, bit = deck.
u32 aces_held(const State& s, int seat) {
    return aces_of(s.round.held[seat], s.suit);
}

// Both together, and who holds them, bit = seat.
struct BigAces {
    u32 held = 0, holders = 0;

    explicit BigAces(const State& s) {
        for (int i = 0; i < seats_n; ++i) {
            const u32 own = aces_held(s, i);
            held |= own;
            if (own) holders |= 1u << i;
        }
    }
};

bool has_order(const State& s) {
    for (const u8 id : s.order)
        if (id) return true;
    return false;
}

}  // namespace

namespace {

using Form = PublicNumber::Form;

#define PF_NUMBER(member, form, meaning, ...) \
    {#member, meaning, Form::form, static_cast<u16>(offsetof(State, member)), __VA_ARGS__}

constexpr PublicNumber numbers[] = {
    PF_NUMBER(round.first, seat, "who drew first", 1),
    PF_NUMBER(round.place, choice, "the how-many-th each went out", 1, 1, race::seats_n, true),
    PF_NUMBER(suit, choice, "suit of the big aces: S H D C", 1, 0, 4),
    PF_NUMBER(declarer, seat, "who showed", 1),
    PF_NUMBER(known, steps, "big aces that are known: one, or both (3)", 1, 1, 3),
    PF_NUMBER(open, steps, "after 反A", 1, 1, 1),
    PF_NUMBER(asked, steps, "seats asked after the last card", 1, 1, race::seats_n),
    PF_NUMBER(round.away, steps, "left to the table: on auto, quit", 1, 1, 2, true),
};

#undef PF_NUMBER

}  // namespace

std::span<const PublicNumber> Dadaa::public_numbers() const {
    return numbers;
}

std::span<const Field> Dadaa::fields() const {
    return field_table;
}

void Dadaa::judge_ranges(const AnyState& state, Judge& judge) const {
    const State& s = of(state);
    judge.require(s.suit < 4 || s.suit == no_suit, "suit", "is unknown");
    judge.require(s.declarer < seats_n || s.declarer == nobody, "declarer", "is no seat");
    judge.require((s.suit == no_suit) == (s.declarer == nobody), "declarer",
                  "goes with a suit, and a suit with him");
    judge.require(s.known <= 3 && (s.known != 0) == (s.suit != no_suit), "known",
                  "must be 1 to 3, and 0 before an ace is shown");
    judge.require(s.open <= 1 && (!s.open || s.known == 3), "open", "does not fit `known`");
    judge.require(!s.open || rules_.counter_double_ace, "open",
                  "nobody counters under these options");
    judge.require(s.sides < 32, "sides", "names a seat that does not exist");
    judge.require(s.dealt <= pack_size && s.asked <= seats_n, "dealt", "is out of range");
    judge.require(s.round.given_first == nobody || !rules_.random_first_draw, "given_first",
                  "is drawn under these options");
}

void Dadaa::judge_sides(const AnyState& state, Judge& judge) const {
    const State& s = of(state);
    if (!judge.require(s.suit != no_suit, "suit", "must be known")) return;
    judge.require(s.dealt == pack_size && s.asked == 0 && !has_order(s), "dealt",
                  "must be all, with nobody asked any more");
    const int n = count_bits(s.sides);
    judge.require(n == 1 || n == 2, "sides", "must be one seat or two");
    judge.require(s.sides >> s.declarer & 1, "declarer", "is on the big aces' side");
    judge.require(!s.open || n == 1, "open", "who counters plays alone");
    const auto [held, holders] = BigAces(s);
    judge.require((~held & 3u & ~s.known) == 0, "known", "a big ace that was played is known");
    if (rules_.big_ace_joins) return;  // then a big ace may be taken with an egg
    judge.require((holders & ~s.sides) == 0, "sides", "somebody else holds a big ace");
    judge.require(n == 1 || (aces_held(s, s.declarer) & ~s.known) == 0, "known",
                  "lacks the declarer's big ace");
    judge.require(held != 3 || holders == s.sides, "sides", "are those who hold the big aces");
}

void Dadaa::judge_before(const AnyState& state, Judge& judge) const {
    const State& s = of(state);
    const Round& r = s.round;
    if (r.phase == counter) {
        judge.require(rules_.counter_double_ace && !s.open, "phase",
                      "does not exist under these options");
        judge.require(s.dealt == pack_size && !has_order(s), "dealt", "must be all");
        for (int i = 0; i < seats_n; ++i) {
            const int size = (i - r.first + seats_n) % seats_n < 3 ? 22 : 21;
            judge.require(r.held[i].size() == size, "held", "is not a full hand");
        }
        if (!judge.require(s.suit != no_suit, "suit", "must be known")) return;
        const u32 holders = BigAces(s).holders;
        judge.require(holders == s.sides, "sides", "are those who hold the big aces");
        judge.require(holders >> s.declarer & 1, "declarer", "holds a big ace");
        judge.require(s.known != 3, "known", "one ace alone was shown");
        judge.require((s.known & ~aces_held(s, s.declarer)) == 0, "known",
                      "is not in the declarer's hand");
        judge.require(s.asked >= 1 && r.turn == (s.declarer + s.asked) % seats_n, "turn",
                      "is not the seat asked now");
    } else {
        judge.require(s.suit == no_suit && s.sides == 0, "suit", "is not known while dealing");
        u8 seen[pack_size] = {};
        for (const u8 id : s.order) {
            if (!judge.require(id < pack_size && !seen[id], "order", "is no order of the pack"))
                return;
            seen[id] = 1;
        }
        CardIds expected[seats_n];
        int offset[seats_n], sum = 0;
        for (int i = 0; i < seats_n; ++i) {
            offset[i] = sum;
            sum += (i - r.first + seats_n) % seats_n < 3 ? 22 : 21;
        }
        for (int n = 0; n < s.dealt; ++n) {
            const int seat = (r.first + n) % seats_n;
            expected[seat].add(s.order[offset[seat] + n / seats_n]);
        }
        for (int i = 0; i < seats_n; ++i)
            judge.require(r.held[i] == expected[i], "held", "is not what was dealt");
        if (s.dealt < pack_size || s.asked == 0)
            judge.require(
                s.asked == 0 && s.dealt > 0 && r.turn == (r.first + s.dealt - 1) % seats_n, "turn",
                "is not the seat asked now");
        else
            judge.require(r.turn == (r.first + s.asked - 1) % seats_n, "turn",
                          "is not the seat asked now");
    }
    if (judge.good() && r.phase == reveal)
        judge.require(may_show(state) != 0, "turn", "has nothing to show");
}

void Dadaa::setup_sides(AnyState& state, const SetupArgs& args, Judge& judge) const {
    State& s = of(state);
    s.suit = static_cast<u8>(args.big_suit);
    if (!judge.require(0 <= args.big_suit && args.big_suit < 4, "big_suit", "must be S, H, D or C"))
        s.suit = 0;  // to look at the rest
    const auto [held, holders] = BigAces(s);
    for (const int seat : args.sides) {
        if (judge.require(0 <= seat && seat < seats_n, "sides", "names a seat that does not exist"))
            s.sides = static_cast<u8>(s.sides | 1 << seat);
    }
    const bool has_declarer = args.declarer != -1;
    judge.require(!has_declarer || (0 <= args.declarer && args.declarer < seats_n), "declarer",
                  "is no seat");
    if (args.sides.empty() && held == 3) s.sides = static_cast<u8>(holders);
    if (!judge.require(s.sides != 0, "sides",
                       "must name the seats dealt big aces, which are not all in the hands"))
        return;
    s.declarer = static_cast<u8>(has_declarer ? args.declarer : lowest(u32{s.sides}));
    s.open = args.open;
    // What was played is known, and what the declarer showed. If he was dealt both, that is the
    // lower one, which goes first.
    s.known = static_cast<u8>(~held & 3);
    if (args.exposed || args.open) s.known = 3;
    if (s.declarer >= seats_n) return;
    const u32 own = aces_held(s, s.declarer);
    if (count_bits(s.sides) == 2) s.known = static_cast<u8>(s.known | own);
    // Taken with a set, they were played before.
    for (int i = 0; i < seats_n; ++i)
        if (!(s.sides >> i & 1)) s.known = static_cast<u8>(s.known | aces_held(s, i));
    if (s.known == 0) s.known = own & 1 ? 1 : 2;
}

}  // namespace pokerfast
