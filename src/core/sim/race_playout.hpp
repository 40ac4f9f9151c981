// Uniformly random play of a climbing game for five from a state in play to the end: the hot loop
// of simulation. It keeps counts by rank only and must make the same choices as the state machine
// driven with the same draws (a test and a fuzzer hold them together).
//
// What a game's plays are, `Moves` tells (sim/dadaa_playout.hpp, sim/baohuang_playout.hpp). It
// holds the hands and the table:
//
//   count_leads(seat), count_follows(seat)   how many plays there are
//   takes(seat)                              1 if the seat may take the table, else 0
//   lead(seat, i), follow(seat, i)           makes the i-th of them and answers its kind
//   take(seat)                               takes the table
//   empty(seat)                              whether the seat has no cards left
//   leader_for(owner, active)                who leads for a player who is out
//   ends(gone)                               whether the deal is over when these seats are out
#pragma once

#include "base/random.hpp"
#include "game/race.hpp"

namespace pokerfast {

struct RacePlayoutTally {
    u64 choices = 0;  // sum of the numbers of legal actions
    u64 passes = 0, takes = 0;
    u64 kinds[kinds_count] = {};  // plays, takes not among them

    u64 moves() const {
        u64 sum = passes + takes;
        for (const u64 n : kinds) sum += n;
        return sum;
    }
};

// The first of some seats after a seat, which may be that seat itself.
struct NextSeats {
    u8 of[race::seats_n][1 << race::seats_n];
};

consteval NextSeats make_next_seats() {
    NextSeats next{};
    for (int seat = 0; seat < race::seats_n; ++seat)
        for (u32 seats = 1; seats < 1u << race::seats_n; ++seats) {
            int found = (seat + 1) % race::seats_n;
            while (!(seats >> found & 1)) found = (found + 1) % race::seats_n;
            next.of[seat][seats] = static_cast<u8>(found);
        }
    return next;
}

inline constexpr NextSeats next_seats = make_next_seats();

// Plays to the end; of the round only the phase and the places are written. The tally must be
// fresh.
template <class Moves>
inline void play_race_randomly(Moves& moves, race::Round& round, Draws& draws,
                               RacePlayoutTally& tally) {
    u32 active = 0;
    for (int i = 0; i < race::seats_n; ++i) active |= static_cast<u32>(round.place[i] == 0) << i;
    constexpr u32 everybody = (1u << race::seats_n) - 1;
    u32 turn = round.turn, owner = round.table_by;
    u64 choices = 0, passes = 0;
    for (;;) {
        Kind kind;
        if (owner == race::nobody) {
            const u32 count = moves.count_leads(turn);
            choices += count;
            kind = moves.lead(turn, draws.below(count));
        } else {
            const u32 plays = moves.count_follows(turn), takes = moves.takes(turn);
            const u32 count = plays + takes + 1;
            choices += count;
            const u32 i = draws.below(count);
            if (i == count - 1) {
                ++passes;
                turn = next_seats.of[turn][active | 1u << owner];
                if (turn == owner) {
                    if (!(active >> owner & 1)) turn = moves.leader_for(owner, active);
                    owner = race::nobody;
                }
                continue;
            }
            if (__builtin_expect(i == plays, 0)) {
                moves.take(turn);
                ++tally.takes;
                owner = turn;
                turn = next_seats.of[turn][active];
                continue;
            }
            kind = moves.follow(turn, i);
        }
        ++tally.kinds[static_cast<int>(kind)];
        owner = turn;
        if (__builtin_expect(moves.empty(turn), 0)) {
            active &= ~(1u << turn);
            round.place[turn] = static_cast<u8>(race::seats_n - count_bits(active));
            if (moves.ends(everybody & ~active)) break;
        }
        turn = next_seats.of[turn][active];
    }
    round.phase = race::over;
    tally.choices = choices;
    tally.passes = passes;
}

}  // namespace pokerfast
