#include "bench/race_kernels.hpp"

#include "climb/baohuang/walk.hpp"
#include "climb/dadaa/sinks.hpp"
#include "sim/pool.hpp"

namespace pokerfast::bench {

namespace {

constexpr u64 workload_seed = 20270214;
constexpr int workload_games = 200, games = 1000;
constexpr int dadaa_cards = 22, baohuang_cards = 34;

u64 mixed(u64 sum, u64 value) {
    return (sum ^ value) * 0x9E3779B97F4A7C15ull;
}

// Full hands as they are dealt, and those that had to follow in random games.
void gather(const RaceGame& game, int cards, std::vector<RankCounts>* hands,
            std::vector<RacePosition>& follows) {
    for (int i = 0; i < workload_games; ++i) {
        AnyState state;
        StartArgs args;
        args.seed = workload_seed;
        args.game = static_cast<u64>(i);
        args.from_play = true;
        game.start(state, args);
        const race::Round& r = RaceGame::round(state);
        for (const RankCounts& hand : r.counts)
            if (hands && hand.total() == cards) hands->push_back(hand);
        Draws draws(workload_seed, args.game, Stream::policy);
        while (!game.over(state)) {
            const RankCounts& hand = r.counts[r.turn];
            if (!r.leading() && hand.total() == cards) follows.push_back({hand, r.on_table()});
            game.apply(state, game.unrank(state, draws.below_wide(game.count(state))));
        }
    }
}

template <class G>
std::unique_ptr<G> make_game(const std::vector<OptionSpec>& specs, const char* switched_on) {
    std::vector<i64> values;
    for (const OptionSpec& spec : specs)
        values.push_back(switched_on && std::string(spec.name) == switched_on ? 1 : spec.initial);
    return std::make_unique<G>(values);
}

template <class Count>
Answer count_hands(const std::vector<RankCounts>& hands, Count&& count) {
    u64 sum = 0;
    for (const RankCounts& hand : hands) sum += count(hand);
    return {hands.size(), sum};
}

template <class Count>
Answer count_positions(const std::vector<RacePosition>& positions, Count&& count) {
    u64 sum = 0;
    for (const RacePosition& p : positions) sum += count(p.hand, p.table);
    return {positions.size(), sum};
}

Answer follows_of(const Baohuang& game, const std::vector<RacePosition>& positions) {
    return count_positions(positions, [&](const RankCounts& hand, const Combo& table) {
        return baohuang::count_follows(game.plan(), hand, table);
    });
}

Answer simulated(const Game& game) {
    const Driver* driver = find_driver(game.name());
    Simulation simulation{&game, driver, {}, games, workload_seed, true, 1};
    for (int i = 0; i < game.seats(); ++i) simulation.policies.push_back(&driver->policies[0]);
    Tally tally;
    run_simulation(simulation, {}, tally);
    return {games, mixed(mixed(tally.sides[0], tally.moves), tally.choices)};
}

}  // namespace

std::unique_ptr<RaceWorkload> make_race_workload() {
    auto made = std::make_unique<RaceWorkload>();
    made->dadaa = make_game<Dadaa>(dadaa_options(), nullptr);
    made->baohuang = make_game<Baohuang>(baohuang_options(), nullptr);
    made->baohuang_kao = make_game<Baohuang>(baohuang_options(), "kao");
    gather(*made->dadaa, dadaa_cards, &made->dadaa_hands, made->dadaa_follows);
    gather(*made->baohuang, baohuang_cards, &made->baohuang_hands, made->baohuang_follows);
    gather(*made->baohuang_kao, baohuang_cards, nullptr, made->baohuang_kao_follows);
    return made;
}

Answer dadaa_leads(const Workload& w) {
    const DadaaPlan& plan = w.race->dadaa->plan();
    return count_hands(w.race->dadaa_hands,
                       [&](const RankCounts& hand) { return dadaa::count_leads(plan, hand); });
}

Answer dadaa_follows(const Workload& w) {
    const DadaaPlan& plan = w.race->dadaa->plan();
    return count_positions(w.race->dadaa_follows, [&](const RankCounts& hand, const Combo& table) {
        return dadaa::count_follows(plan, hand, table);
    });
}

Answer dadaa_games(const Workload& w) {
    return simulated(*w.race->dadaa);
}

Answer baohuang_leads(const Workload& w) {
    const BaohuangPlan& plan = w.race->baohuang->plan();
    return count_hands(w.race->baohuang_hands,
                       [&](const RankCounts& hand) { return baohuang::count_leads(plan, hand); });
}

Answer baohuang_follows(const Workload& w) {
    return follows_of(*w.race->baohuang, w.race->baohuang_follows);
}

Answer baohuang_kao_follows(const Workload& w) {
    return follows_of(*w.race->baohuang_kao, w.race->baohuang_kao_follows);
}

Answer baohuang_games(const Workload& w) {
    return simulated(*w.race->baohuang);
}

}  // namespace pokerfast::bench
