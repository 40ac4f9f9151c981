// What the fuzzing programs share: random rules, games to the end, hostile snapshots.
#pragma once

#include "base/random.hpp"
#include "game/registry.hpp"
#include "game/snapshot.hpp"
#include "sim/pool.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace pokerfast::fuzz {

[[noreturn]] inline void fail(const char* what, u64 round) {
    std::fprintf(stderr, "fuzz: %s (round %llu)\n", what, static_cast<unsigned long long>(round));
    std::exit(1);
}

// A random value for every option; `set_mask` bits may come up in sets.
inline std::vector<i64> random_options(const std::vector<OptionSpec>& specs, u32 set_mask,
                                       Draws& draws) {
    std::vector<i64> values;
    for (const OptionSpec& spec : specs) {
        i64 names = 0;
        while (spec.names && spec.names[names]) ++names;
        const u32 span = static_cast<u32>(spec.max > 4 ? 2 : spec.max - spec.min + 1);
        switch (spec.type) {
            case OptionType::on_off: values.push_back(draws.below(2)); break;
            case OptionType::number: values.push_back(spec.min + draws.below(span)); break;
            case OptionType::maybe:
                values.push_back(draws.below(2) ? -1 : spec.min + 2 * draws.below(8));
                break;
            case OptionType::either: values.push_back(draws.below(2) ? spec.min : spec.max); break;
            case OptionType::choice: values.push_back(draws.below(static_cast<u32>(names))); break;
            case OptionType::set:
                values.push_back(draws.below(3) ? 0 : draws.below(1u << names) & set_mask);
                break;
            case OptionType::pair: {
                const i64 first = draws.below(18);
                values.push_back(
                    pair_value(first, first + draws.below(static_cast<u32>(18 - first))));
                break;
            }
        }
    }
    return values;
}

// Plays to the end and answers what the returns add up to.
inline double play_out(const Game& game, AnyState state, Draws& draws, u64 round) {
    for (int moves = 0; !game.over(state); ++moves) {
        const u64 count = game.count(state);
        if (count == 0) fail("nobody can act", round);
        if (moves > 20'000) fail("a game without end", round);
        game.apply(state, game.unrank(state, draws.below_wide(count)));
    }
    double returns[most_seats];
    game.returns(state, returns);
    double sum = 0;
    for (int i = 0; i < game.players(state); ++i) sum += returns[i];
    return sum;
}

// `accepted` gets the positions that damaged fields lead to.
template <class Accepted>
inline void hostile_snapshots(const Game& game, const AnyState& state, Draws& draws, u64 round,
                              Accepted&& accepted) {
    const std::string packed = pack_state(game, state);
    SnapshotHead head;
    if (!read_head(packed, head).empty()) fail("a fresh snapshot is refused", round);
    AnyState back;
    if (!unpack_state(game, head.fields, back).empty()) fail("a fresh position is refused", round);
    if (pack_state(game, back) != packed) fail("a snapshot changes on the way", round);

    std::string cut = packed.substr(0, draws.below(static_cast<u32>(packed.size())));
    if (read_head(cut, head).empty()) fail("a truncated snapshot is taken", round);
    // Past the checksum: the fields themselves, with random bytes.
    if (!read_head(packed, head).empty()) fail("a fresh snapshot is refused", round);
    std::string fields(head.fields);
    for (int n = 1 + static_cast<int>(draws.below(4)); n > 0; --n)
        fields[draws.below(static_cast<u32>(fields.size()))] = static_cast<char>(draws.below(256));
    AnyState made;
    if (unpack_state(game, fields, made).empty()) accepted(made);
}

inline void hostile_snapshots(const Game& game, const AnyState& state, Draws& draws, u64 round) {
    hostile_snapshots(game, state, draws, round, [&](const AnyState& made) {
        if (std::fabs(play_out(game, made, draws, round)) > 1e-9)
            fail("returns do not cancel", round);
    });
}

// One worker and three give the same sums, from the deal and from the start of play.
inline void compare_workers(const Game& game) {
    const Driver* driver = find_driver(game.name());
    for (const bool from_play : {false, true})
        for (const Policy& policy : driver->policies) {
            Tally one, two;
            Simulation simulation{&game, driver, {}, 100, 9, from_play, 1};
            for (int i = 0; i < game.seats(); ++i) simulation.policies.push_back(&policy);
            run_simulation(simulation, {}, one);
            simulation.workers = 3;
            run_simulation(simulation, {}, two);
            if (one.moves != two.moves || one.choices != two.choices || one.sum[0] != two.sum[0])
                fail("workers change the result", 0);
        }
}

}  // namespace pokerfast::fuzz
