#include "solve/trick_table.hpp"

namespace pokerfast::solve {

TrickTable table_of(const TrickGame& game, const trick::State& state) {
    TrickTable table(game.plan(state));
    table.seats = game.seats();
    table.tricks = !game.counts_points();
    table.attackers = 0b0101;
    if (!table.tricks) {
        table.attackers = 0;
        for (int seat = 0; seat < table.seats; ++seat)
            table.attackers |= static_cast<u32>(game.attacks(state, seat)) << seat;
    }
    table.end = game.last_trick();
    table.kitty = points_of(state.kitty);
    table.buried = state.kitty.copies();
    table.burier = state.burier == trick::nobody ? -1 : state.burier;
    return table;
}

TrickPosition position_of(const TrickGame& game, const trick::State& state) {
    TrickPosition position;
    for (int i = 0; i < trick::seats_n; ++i) {
        position.hand[i] = state.hand[i].copies();
        position.table[i] = state.table[i].copies();
    }
    position.played = state.played;
    position.leader = state.leader;
    position.lead = state.lead;
    position.points = game.counts_points() ? state.points : state.tricks[0];
    return position;
}

Slots::Slots(const TrickTable& table) {
    const TrickPlan& plan = table.plan;
    int place_number = 0;
    for (int g = 0; g < groups_n; ++g) {
        first[g] = static_cast<u8>(size);
        first_place[g] = static_cast<u8>(place_number);
        for (int place = 0; place < plan.places[g]; ++place) {
            const u64 kinds_here = plan.kinds_at(g, place, plan.pack);
            for (u64 left = kinds_here; left; left &= left - 1, ++size) {
                const int kind = lowest(left);
                kind_of[size] = static_cast<u8>(kind);
                slot_of[kind] = static_cast<u8>(size);
                group_of[size] = static_cast<u8>(g);
                place_of[size] = static_cast<u8>(place_number);
                group[g] |= 1ull << size;
                at_place[place_number] |= 1ull << size;
                if (table.tricks) continue;
                if (five_kinds >> kind & 1) small |= 1ull << size;
                if (ten_kinds >> kind & 1) large |= 1ull << size;
            }
            if (count_bits64(kinds_here) > 1) shared |= at_place[place_number];
            ++place_number;
        }
        group[any_group] |= group[g];
        // Places may be empty of the pack's kinds, which breaks no chain: nobody can bridge it.
        for (int place = 0; place + 1 < plan.places[g]; ++place) {
            if (!(plan.linked[g] >> (3 * place) & 1)) continue;
            const u64 low = slots(plan.kinds_at(g, place, plan.pack));
            const u64 high = slots(plan.kinds_at(g, place + 1, plan.pack));
            for (u64 left = low; left; left &= left - 1) above[lowest(left)] |= high;
            for (u64 left = high; left; left &= left - 1) below[lowest(left)] |= low;
        }
    }
}

}  // namespace pokerfast::solve
