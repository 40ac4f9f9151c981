// Random games and hostile snapshots straight at the core, for sanitizer builds: every list, count
// and number agree, every snapshot comes back, and damaged ones are refused or lead to positions
// that can be played to the end.
#include "base/random.hpp"
#include "climb/readings.hpp"
#include "game/doudizhu.hpp"
#include "game/registry.hpp"
#include "game/snapshot.hpp"
#include "sim/pool.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace pokerfast;

namespace {

[[noreturn]] void fail(const char* what, u64 round) {
    std::fprintf(stderr, "fuzz: %s (round %llu)\n", what, static_cast<unsigned long long>(round));
    std::exit(1);
}

std::vector<i64> random_options(Draws& draws) {
    std::vector<i64> values;
    for (const OptionSpec& spec : doudizhu_options()) {
        i64 names = 0;
        while (spec.names && spec.names[names]) ++names;
        switch (spec.type) {
            case OptionType::on_off: values.push_back(draws.below(2)); break;
            case OptionType::number:
                values.push_back(spec.min + draws.below(static_cast<u32>(
                                                spec.max > 4 ? 2 : spec.max - spec.min + 1)));
                break;
            case OptionType::choice: values.push_back(draws.below(static_cast<u32>(names))); break;
            case OptionType::set:
                // Never solo: without it there are no whole games.
                values.push_back(draws.below(3) ? 0 : (draws.below(1u << 14) & ~1u));
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

void check_lists(const DouDizhu& game, const AnyState& state, u64 round) {
    const doudizhu::State& s = DouDizhu::of(state);
    if (s.phase != doudizhu::Phase::play) return;
    const Planes planes = planes_of(s.counts[s.turn]);
    std::vector<Combo> plays(game.count(state));
    Lister lister{plays.data()};
    if (s.leading())
        walk_leads(game.plan(), planes, lister);
    else
        walk_follows(game.plan(), planes, s.table(), lister);
    const std::size_t listed = static_cast<std::size_t>(lister.out - plays.data());
    if (listed + !s.leading() != plays.size()) fail("list and count differ", round);
    for (std::size_t i = 0; i < listed; ++i) {
        Action action = game.unrank(state, i);
        if (action.play != plays[i]) fail("list and number differ", round);
        if (game.check(state, action) != Code::ok) fail("a listed play is refused", round);
        if (action.play != plays[i]) fail("a listed play is read otherwise", round);
    }
}

void play_out(const Game& game, AnyState state, Draws& draws, u64 round) {
    for (int moves = 0; !game.over(state); ++moves) {
        const u64 count = game.count(state);
        if (count == 0) fail("nobody can act", round);
        if (moves > 5000) fail("a game without end", round);
        game.apply(state, game.unrank(state, draws.below_wide(count)));
    }
    double returns[most_seats];
    game.returns(state, returns);
    double sum = 0;
    for (int i = 0; i < game.players(state); ++i) sum += returns[i];
    if (sum != 0) fail("returns do not cancel", round);
}

void hostile_snapshots(const Game& game, const AnyState& state, Draws& draws, u64 round) {
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
    if (unpack_state(game, fields, made).empty()) play_out(game, made, draws, round);
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(4242, round, Stream::policy);
        const DouDizhu game(random_options(draws));
        AnyState state;
        StartArgs args;
        args.seed = round;
        args.first =
            game.rules().auction == auction::none ? -1 : static_cast<int>(draws.below(4)) - 1;
        if (draws.below(2)) args.beans = {draws.below(3), draws.below(3), draws.below(3)};
        if (!game.start(state, args).empty()) fail("a deal is refused", round);
        for (int moves = 0; !game.over(state) && moves < 5000; ++moves) {
            check_lists(game, state, round);
            if (draws.below(8) == 0) hostile_snapshots(game, state, draws, round);
            for (int viewer = -1; viewer < 3; ++viewer) {
                AnyState seen = state;
                game.redact(seen, viewer);
            }
            game.apply(state, game.unrank(state, draws.below_wide(game.count(state))));
        }
        hostile_snapshots(game, state, draws, round);
        // Any multiset of at most four a rank is read without harm.
        u64 counts = 0;
        for (int slot = 0; slot < 16; ++slot)
            counts += copies_of(slot, static_cast<int>(draws.below(5)));
        each_reading(game.plan(), counts, [](Reading) { return false; });
    }

    const GameEntry* entry = find_game("doudizhu");
    std::vector<i64> values;
    for (const OptionSpec& spec : entry->options()) values.push_back(spec.initial);
    const std::unique_ptr<Game> game = entry->make(values);
    const Driver* driver = find_driver("doudizhu");
    for (const bool from_play : {false, true})
        for (const char* policy : {"random", "greedy"}) {
            Tally one, two;
            Simulation simulation{game.get(), driver, {}, 300, 9, from_play, 1};
            for (int i = 0; i < 3; ++i) simulation.policies.push_back(find_policy(*driver, policy));
            run_simulation(simulation, {}, one);
            simulation.workers = 3;
            run_simulation(simulation, {}, two);
            if (one.moves != two.moves || one.choices != two.choices || one.sum[0] != two.sum[0])
                fail("workers change the result", 0);
        }
    std::printf("fuzz: %llu rounds without fault\n", static_cast<unsigned long long>(rounds));
    return 0;
}
