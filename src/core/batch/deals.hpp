// Deals into arrays, and random games from deals, from positions, and from rows of hands: game or
// position number i draws from (seed, i), so rows don't depend on each other.
#pragma once

#include "batch/climb.hpp"
#include "game/doudizhu.hpp"
#include "sim/driver.hpp"

namespace pokerfast::batch {

// Whether, and why not, whole games can be played by these rules.
std::vector<Fault> game_faults(const Game& game);

// Words of a hand in arrays: of trick-taking games two.
int hand_words(const Game& game);

// Which games of a seed.
struct DealRange {
    u64 seed = 0, first = 0;
    bool from_play = false;  // as they stand at the first lead, else as they are dealt
};

// Deals i in [from, to), where game first + i goes to row i: `hands` has a hand for every seat,
// `kitty` one (empty where there is none).
void deal(const Game& game, const DealRange& range, u64* hands, u64* kitty, u64 from, u64 to);

// The same games played to their end by the random policy; seats() returns a row.
void play_deals(const Game& game, const Driver& driver, const DealRange& range, double* returns,
                u64 from, u64 to);

// Rows i in [from, to) from states[i / repeats].
void play_states(const Game& game, const Driver& driver, const AnyState* states, u64 repeats,
                 u64 seed, u64 first, double* returns, u64 from, u64 to);

// 斗地主 in the middle of play, as its setup takes it: two or three hands a row. Steps are 0 where
// one value stands for all.
struct DeckPositions {
    struct Seats {
        const std::int8_t* of = nullptr;
        u64 step = 1;
        PF_INLINE int at(u64 i) const { return of[step * i]; }
    };

    const u64* hands = nullptr;
    int players = 3;
    Seats to_move, landlord, table_by;  // table_by -1: nobody, a lead
    PlayArray tables;                   // rows null: leads
};

enum class PositionFault : u8 {
    none,
    empty_hand,
    large_hand,
    pack,
    to_move,
    landlord,
    table_by,
    no_table,   // table_by without a table
    no_player,  // a table without table_by
    no_reading,
    own_table,
};

PositionFault fault_of(const Plan& plan, const DeckPositions& positions, u64 i);

// Positions without faults; `players` returns a row.
void play_positions(const DouDizhu& game, const Driver& driver, const DeckPositions& positions,
                    u64 seed, u64 first, double* returns, u64 from, u64 to);

}  // namespace pokerfast::batch
