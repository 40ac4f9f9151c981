#include "sim/playout.hpp"

namespace pokerfast {

void play_randomly(const Plan& plan, PlayPosition& position, Draws& draws, PlayoutTally& tally) {
    const int last_seat = position.players - 1;
    // Without a branch: whose turn it is has no pattern that predicts.
    const auto next = [last_seat](int seat) {
        return (seat + 1) & -static_cast<int>(seat != last_seat);
    };
    Reading table = position.table;
    int turn = position.turn, passes = position.passes;
    u64 passed = 0, choices = 0;
    for (;;) {
        const Planes planes = planes_of(position.hand[turn]);
        Unranker unranker{0};
        if (table.kind == Kind::pass) {
            const u32 count = count_leads(plan, planes);
            choices += count;
            unranker.left = draws.below(count);
            walk_leads(plan, planes, unranker);
        } else {
            const u32 count = count_follows(plan, planes, table) + 1;
            choices += count;
            unranker.left = draws.below(count);
            if (unranker.left == count - 1) {
                ++passed;
                turn = next(turn);
                if (++passes == last_seat) {
                    table.kind = Kind::pass;
                    passes = 0;
                }
                continue;
            }
            walk_follows(plan, planes, table, unranker);
        }
        table = unranker.found.reading;
        passes = 0;
        ++tally.kinds[static_cast<int>(table.kind)];
        ++tally.plays[turn];
        position.hand[turn] -= unranker.found.cards;
        if (position.hand[turn] == 0) break;
        turn = next(turn);
    }
    position.table = table;
    position.turn = turn;
    position.passes = 0;
    tally.kinds[doudizhu_kinds] = passed;
    tally.bombs = static_cast<u16>(tally.kinds[static_cast<int>(Kind::bomb)] +
                                   tally.kinds[static_cast<int>(Kind::rocket)]);
    tally.moves = passed;
    for (const u16 plays : tally.plays) tally.moves += plays;
    tally.choices = choices;
}

}  // namespace pokerfast
