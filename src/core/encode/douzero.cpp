#include "encode/douzero.hpp"

#include <algorithm>

namespace pokerfast::douzero {

namespace {

constexpr int most_landlord = 20, most_farmer = 17, most_bombs = 15;
// Numbers are written like a set of cards, which is a little longer than they are.
static_assert(2 * most_farmer + most_bombs <= cards_size);
static_assert(most_landlord + most_farmer + most_bombs + x_slack == cards_size);
static_assert(landlord_size == 5 * cards_size + 2 * most_farmer + most_bombs);
static_assert(farmer_size == 7 * cards_size + most_landlord + most_farmer + most_bombs);

// One of some bytes from `from` on, of which the first stands for 1; none for 0.
PF_INLINE u64 one_of(u64 hand, int from) {
    return (1ull << total_of(hand)) >> 1 << from;
}

}  // namespace

void write_x(const doudizhu::State& s, const Moves& moves, int seat, i8* out) {
    const auto cards = [&](u64 ones) {
        spread_cards(ones, out);
        out += cards_size;
    };
    const auto next = [](int of) { return of == 2 ? 0 : of + 1; };
    const int after = next(seat), before = next(after);
    const u64 bombs = 1ull << std::min<int>(s.bombs, most_bombs - 1);
    cards(ones_of(s.counts[seat]));
    cards(ones_of(s.counts[after] + s.counts[before]));
    if (seat == s.landlord) {
        cards(ones_of(s.table_cards));
        cards(ones_of(moves.played[before]));
        cards(ones_of(moves.played[after]));
        spread_cards(one_of(s.counts[before], 0) | one_of(s.counts[after], most_farmer) |
                         bombs << (2 * most_farmer),
                     out);
        std::memset(out + cards_size, 0, x_size - 6 * cards_size);
    } else {
        const int landlord = s.landlord, mate = after == landlord ? before : after;
        cards(ones_of(moves.played[landlord]));
        cards(ones_of(moves.played[mate]));
        cards(ones_of(s.table_cards));
        cards(moves.last[landlord]);
        cards(moves.last[mate]);
        spread_cards(one_of(s.counts[landlord], 0) | one_of(s.counts[mate], most_landlord) |
                         bombs << (most_landlord + most_farmer),
                     out);
    }
}

void write_z(const Moves& moves, i8* out) {
    for (u32 i = 0; i < history_moves; ++i)
        spread_cards(moves.ring[(moves.n + 1 + i) & 15], out + cards_size * i);
}

Moves moves_of(std::span<const Action> actions, const unsigned char* states, std::size_t size) {
    Moves moves;
    doudizhu::State before;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i].kind != ActionKind::play && actions[i].kind != ActionKind::pass) continue;
        std::memcpy(static_cast<void*>(&before), states + size * i, sizeof before);
        moves.add(before.turn, narrowed(actions[i].play.cards));
    }
    return moves;
}

}  // namespace pokerfast::douzero
