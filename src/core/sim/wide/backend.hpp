// Many games of 斗地主 side by side, one 16-bit lane of a vector a game. A back end is the kernel
// (sim/wide/kernel.hpp) compiled for one set of instructions, in a file of its own.
//
// Whatever a back end's file includes is compiled with that file's flags, and the linker keeps one
// copy of an inline function for all files. So these headers hold plain data and functions that are
// always inlined, and nothing else.
#pragma once

#include "base/bits.hpp"

#include <iterator>

namespace pokerfast {

struct Plan;

// A plan as the kernel reads it: 0 or all ones a rule.
struct WidePlan {
    // Kinds that exist.
    u16 pair, solo_chain, pair_chain, trio, trio_solo, trio_pair;
    u16 trio_chain, trio_solo_chain, trio_pair_chain, four_two_solo, four_two_pair, bomb, rocket;
    u16 wings2;        // a trio chain may take two singles of one rank
    u16 body_wings;    // the fourth card of a chain's rank may be a wing
    u16 repeat_pairs;  // two pair wings may be of one rank
    u16 four_pair;     // the two singles of a four may be equal
    u16 split_jokers;  // both jokers together are no wings

    explicit WidePlan(const Plan& plan);
};

// A position as a lane holds it.
//
//   table   bits 0-3 rank (15: the rocket), 4-7 links, 8-11 kind; 0 for a leader
//           bit 12 one player has passed, bits 13-14 the landlord's place after the mover
//   record  bits 0-7 moves made, 8-11 bombs and rockets, 12 a farmer has played,
//           13 the landlord has played again after the first play
struct WidePosition {
    u16 planes[3][4];  // of the mover and the two after him: ranks with at least 1 … 4 copies
    u16 table;
    u16 record;
};

inline constexpr u16 table_passed = 1 << 12, table_reading = table_passed - 1;
inline constexpr int table_landlord = 13;  // first bit
inline constexpr u16 record_bomb = 1 << 8, record_farmer = 1 << 12, record_again = 1 << 13;
inline constexpr int record_values = 1 << 6;  // of the bits above the moves

// A game whose play begins: the landlord leads.
struct WideStart {
    u16 planes[3][4];  // the landlord first
    u64 game;          // its number
    u32 draw;          // the next draw of its stream
};

struct WideEnd {
    u16 record;
    u8 winner;  // seats after the landlord
};

// Constants of vectors: one number in every lane. They are defined in another file so that the
// compiler reads them where they are used, which is cheaper than what it would make of a literal.
inline constexpr int small_words = 64;
inline constexpr u16 more_words[] = {0xff, 0x101, 0xf0f, 0x800, 0xfff, 0x1000, 0x2000, 0x1fff,
                                     0x4000, 0x5fff, 0x6000, 0x8000, 0x100, 0x80, 0xfffe,
                                     // sets of kinds
                                     0xc0, 0x200, 0x400, 0xf00, 0x10c4, 0x1c00, 0x2009, 0x3000};

struct WideWords {
    alignas(64) u16 of[small_words + std::size(more_words)][32];
};

extern const WideWords wide_words;

consteval int index_of_word(int word) {
    if (word < small_words) return word;
    int i = 0;
    while (more_words[i] != word) ++i;
    return small_words + i;
}

// What a back end is asked to play. Each game is the one that its number and the seed give,
// whatever lane it runs in.
struct WideJob {
    const WidePlan* wide;
    const Plan* plan;  // for the plays that are too rare for a vector
    u64 seed;
    u32 games;
    u64 first;                // deals first, first + 1 …, seat 0 being the landlord,
    const WideStart* starts;  // or, if this isn't null, these positions,
    WideEnd* ends;            // whose ends come here

    // Added to.
    u64 choices;
    u64 kinds[16];                   // plays by kind; the rest is no play
    u64 lengths[256];                // games by number of moves
    u64 outcomes[2][record_values];  // games by whether the landlord won and by record
};

// One step alone, for checks: `games` positions, all of leaders or all of followers, each with its
// first draw.
struct WideStep {
    const WidePlan* wide;
    const Plan* plan;
    int games;
    bool leading;
    WidePosition positions[32];  // in; out: after the play and the passes that are forced by it
    u16 draws[32];
    bool drawn[32];  // whether the draw was used
    bool over[32];
    u64 choices;
};

struct Backend {
    const char* name;
    int lanes;
    void (*play)(WideJob& job);
    void (*step)(WideStep& step);
};

// In sim/wide/scalar.cpp, compiled like everything else.
//
// Legal actions on a table (table_reading of a position; 0 leads), a pass included.
u32 wide_count(const Plan& plan, const u16 (&planes)[4], u16 table);
// Makes the x-th action; answers what is on the table then, or 0 for a pass.
u16 wide_play(const Plan& plan, u16 (&planes)[4], u16 table, u32 x);
// The x-th of the leads with wings of several units: aeroplanes and fours.
u16 wide_play_formation(const Plan& plan, u16 (&planes)[4], u32 x);

}  // namespace pokerfast
