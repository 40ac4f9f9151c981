#include "encode/douzero.hpp"

#include <algorithm>

namespace pokerfast::douzero {

namespace {

constexpr int most_landlord = 20, most_farmer = 17, most_bombs = 15;

// One of n, of which the first stands for 1.
PF_INLINE i8* write_left(u64 hand, int n, i8* out) {
    std::memset(out, 0, static_cast<std::size_t>(n));
    const int left = total_of(hand);
    if (left) out[std::min(left, n) - 1] = 1;
    return out + n;
}

}  // namespace

void write_x(const doudizhu::State& s, const Moves& moves, int seat, i8* out) {
    const auto cards = [&](u64 ones) {
        spread_cards(ones, out);
        out += cards_size;
    };
    const auto next = [](int of) { return of == 2 ? 0 : of + 1; };
    const int after = next(seat), before = next(after);
    cards(ones_of(s.counts[seat]));
    cards(ones_of(s.counts[after] + s.counts[before]));
    if (seat == s.landlord) {
        cards(ones_of(s.table_cards));
        cards(ones_of(moves.played[before]));
        cards(ones_of(moves.played[after]));
        out = write_left(s.counts[before], most_farmer, out);
        out = write_left(s.counts[after], most_farmer, out);
    } else {
        const int landlord = s.landlord, mate = after == landlord ? before : after;
        cards(ones_of(moves.played[landlord]));
        cards(ones_of(moves.played[mate]));
        cards(ones_of(s.table_cards));
        cards(moves.last[landlord]);
        cards(moves.last[mate]);
        out = write_left(s.counts[landlord], most_landlord, out);
        out = write_left(s.counts[mate], most_farmer, out);
    }
    std::memset(out, 0, most_bombs);
    out[std::min<int>(s.bombs, most_bombs - 1)] = 1;
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
