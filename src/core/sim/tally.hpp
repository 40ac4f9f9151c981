// What a batch of finished games adds up to. Integers only, so that sums don't depend on the order
// of the games and any number of workers gives the same result.
#pragma once

#include "game/game.hpp"

#include <map>
#include <vector>

namespace pokerfast {

inline constexpr int most_counts = 24;

struct Tally {
    u64 games = 0;
    u64 moves = 0;    // actions, passes and answers included
    u64 choices = 0;  // sum over the actions of the number of legal ones
    std::vector<u64> sides;
    // Returns in half points: every game's score is a multiple of one half.
    i128 sum[most_seats] = {};
    i128 squares[most_seats] = {};
    u64 counts[most_counts] = {};  // what the driver's count_names say
    std::vector<u64> lengths;      // games by number of moves
    std::map<i64, u64> multipliers;

    void add_game(u64 length, int side, const double* returns, int seats, i64 multiplier) {
        add_ends(1, side, returns, seats, multiplier);
        add_lengths(1, length);
    }

    // n games that ended alike.
    void add_ends(u64 n, int side, const double* returns, int seats, i64 multiplier) {
        games += n;
        if (sides.size() <= static_cast<std::size_t>(side))
            sides.resize(static_cast<std::size_t>(side) + 1);
        sides[static_cast<std::size_t>(side)] += n;
        for (int i = 0; i < seats; ++i) {
            const i64 halves = static_cast<i64>(2 * returns[i]);
            sum[i] += static_cast<i128>(halves) * n;
            squares[i] += static_cast<i128>(halves) * halves * n;
        }
        multipliers[multiplier] += n;
    }

    // The moves of n games that were equally long.
    void add_lengths(u64 n, u64 length) {
        moves += n * length;
        if (lengths.size() <= length) lengths.resize(length + 1);
        lengths[length] += n;
    }

    friend bool operator==(const Tally&, const Tally&) = default;

    void merge(const Tally& other) {
        const auto add = [](std::vector<u64>& into, const std::vector<u64>& from) {
            if (into.size() < from.size()) into.resize(from.size());
            for (std::size_t i = 0; i < from.size(); ++i) into[i] += from[i];
        };
        games += other.games;
        moves += other.moves;
        choices += other.choices;
        add(sides, other.sides);
        add(lengths, other.lengths);
        for (int i = 0; i < most_seats; ++i) {
            sum[i] += other.sum[i];
            squares[i] += other.squares[i];
        }
        for (int i = 0; i < most_counts; ++i) counts[i] += other.counts[i];
        for (const auto& [value, n] : other.multipliers) multipliers[value] += n;
    }
};

}  // namespace pokerfast
