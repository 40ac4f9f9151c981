#include "sim/playout.hpp"

namespace pokerfast {

void play_randomly(const Plan& plan, PlayPosition& position, Draws& draws, PlayoutTally& tally) {
    Reading table = position.table;
    int turn = position.turn, passes = position.passes;
    const int last_seat = position.players - 1;
    u64 moves = 0, choices = 0;
    for (;;) {
        const u64 hand = position.hand[turn];
        const Planes planes = planes_of(hand);
        const int size = total_of(hand);
        ++moves;
        Unranker unranker{0};
        if (table.kind == Kind::pass) {
            const u32 count = count_leads(plan, planes, size);
            choices += count;
            unranker.left = draws.below(count);
            walk_leads(plan, planes, size, unranker);
        } else {
            const u32 count = count_follows(plan, planes, size, table) + 1;
            choices += count;
            unranker.left = draws.below(count);
            if (unranker.left == count - 1) {
                ++tally.kinds[playable_kinds];
                if (++passes == last_seat) {
                    table.kind = Kind::pass;
                    passes = 0;
                }
                turn = turn == last_seat ? 0 : turn + 1;
                continue;
            }
            walk_follows(plan, planes, size, table, unranker);
        }
        table = unranker.found.reading;
        passes = 0;
        position.hand[turn] = hand - unranker.found.cards;
        ++tally.kinds[static_cast<int>(table.kind)];
        ++tally.plays[turn];
        tally.bombs = static_cast<u16>(tally.bombs + (table.kind >= Kind::bomb));
        if (position.hand[turn] == 0) break;
        turn = turn == last_seat ? 0 : turn + 1;
    }
    position.table = table;
    position.turn = turn;
    position.passes = 0;
    tally.moves += moves;
    tally.choices += choices;
}

}  // namespace pokerfast
