#include "bench/kernels.hpp"

#include "bench/race_kernels.hpp"
#include "bench/trick_kernels.hpp"
#include "climb/doudizhu/readings.hpp"
#include "climb/doudizhu/sinks.hpp"
#include "sim/pool.hpp"

#include <string>

namespace pokerfast::bench {

namespace {

constexpr u64 workload_seed = 20240607;
constexpr int workload_games = 200;
constexpr int playout_games = 2000;

u64 mixed(u64 sum, u64 value) {
    return (sum ^ value) * 0x9E3779B97F4A7C15ull;
}

Answer classify_plays(const Workload& w) {
    u64 sum = 0;
    for (const u64 cards : w.plays) {
        const Reading reading = classify(w.game->plan(), cards);
        sum += static_cast<u64>(reading.kind) * 1000 + reading.rank * 20u + reading.length;
    }
    return {w.plays.size(), sum};
}

Answer count_leads_of(const Workload& w) {
    u64 sum = 0;
    for (const Position& p : w.leads) sum += count_leads(w.game->plan(), planes_of(p.hand));
    return {w.leads.size(), sum};
}

Answer count_follows_of(const Workload& w) {
    u64 sum = 0;
    for (const Position& p : w.follows)
        sum += count_follows(w.game->plan(), planes_of(p.hand), p.table);
    return {w.follows.size(), sum};
}

Answer list_leads_of(const Workload& w) {
    static_assert(sizeof(DeckCombo) == 16);
    std::vector<DeckCombo> buffer(40'000);
    u64 sum = 0;
    for (const u64 hand : w.deal_hands) {
        Lister lister{buffer.data()};
        walk_leads(w.game->plan(), planes_of(hand), lister);
        sum = mixed(sum + static_cast<u64>(lister.out - buffer.data()), lister.out[-1].cards);
    }
    return {w.deal_hands.size(), sum};
}

Answer list_follows_of(const Workload& w) {
    std::vector<DeckCombo> buffer(40'000);
    u64 sum = 0;
    for (const Position& p : w.follows) {
        Lister lister{buffer.data()};
        walk_follows(w.game->plan(), planes_of(p.hand), p.table, lister);
        sum += static_cast<u64>(lister.out - buffer.data());
    }
    return {w.follows.size(), sum};
}

Answer unrank_leads(const Workload& w) {
    u64 sum = 0;
    for (const Position& p : w.leads) {
        Unranker unranker{p.draw};
        walk_leads(w.game->plan(), planes_of(p.hand), unranker);
        sum = mixed(sum, unranker.found.cards);
    }
    return {w.leads.size(), sum};
}

Answer simulated(const Workload& w, bool from_play) {
    const Driver* driver = find_driver(w.game->name());
    Simulation simulation{w.game.get(), driver, {}, playout_games, workload_seed, from_play, 1};
    for (int i = 0; i < w.game->seats(); ++i) simulation.policies.push_back(&driver->policies[0]);
    Tally tally;
    run_simulation(simulation, {}, tally);
    return {playout_games, mixed(mixed(tally.sides[0], tally.moves), tally.choices)};
}

Answer playouts(const Workload& w) {
    return simulated(w, true);
}

Answer whole_games(const Workload& w) {
    return simulated(w, false);
}

Answer deals(const Workload& w) {
    u64 sum = 0;
    for (int i = 0; i < playout_games; ++i) {
        doudizhu::State s;
        w.game->start_play(s, workload_seed, static_cast<u64>(i));
        sum = mixed(sum, s.counts[0]);
    }
    return {playout_games, sum};
}

constexpr Kernel kernels[] = {
    {"classify", "what a play of a random game leads as", 5836433ull, classify_plays},
    {"count_leads", "number of leads, positions of random games", 45452ull, count_leads_of},
    {"count_follows", "number of follows, positions of random games", 13005ull, count_follows_of},
    {"list_leads", "all leads of freshly dealt hands", 16148243057789830376ull, list_leads_of},
    {"list_follows", "all follows, positions of random games", 13005ull, list_follows_of},
    {"unrank_leads", "one lead by its number", 13398510942865379568ull, unrank_leads},
    {"playout", "one random game from the start of play, dealt side by side",
     5557582651096682197ull, playouts},
    {"whole_game", "one random game with everything before play", 15776364332950077999ull,
     whole_games},
    {"deal", "deal one game by itself", 9820829816020731674ull, deals},
    {"check_single", "check a follow to a single card, three decks", 2434089560422222684ull,
     check_single},
    {"check_pair", "check a follow to a pair", 15293316376286306956ull, check_pair},
    {"check_tractor", "check a follow to a tractor", 16184375355923965832ull, check_tractor},
    {"check_triple", "check a follow to a triple", 15081982110593706812ull, check_triple},
    {"check_titanic", "check a follow to a titanic", 13654799489226864313ull, check_titanic},
    {"check_throw", "check a follow to a tractor and a triple", 804118487588422644ull, check_throw},
    {"count_tricks", "number of follows, the positions of the checks", 10919ull,
     count_trick_follows},
    {"card_masks", "which cards may come next in a follow, the same positions",
     9154833381416329216ull, card_masks},
    {"winner", "who wins a trick", 14047385047341589155ull, trick_winner},
    {"shengji", "one random deal of two decks, everything included", 15189489642943976479ull,
     shengji_deals},
    {"titanic", "one random deal of three decks", 5503544294246709371ull, titanic_deals},
    {"erqiwang", "one random deal of 二七王", 14660550788781487691ull, erqiwang_deals},
    {"dabaifen", "one random deal of 打百分", 12104180521287043365ull, dabaifen_deals},
    {"dadaa_leads", "number of leads of 22 cards of 打大A", 28580ull, dadaa_leads},
    {"dadaa_follows", "number of follows of 22 cards, positions of random games", 2968ull,
     dadaa_follows},
    {"dadaa_game", "one random game of 打大A from the start of play", 11594913275017069321ull,
     dadaa_games},
    {"baohuang_leads", "number of leads of 34 cards of 保皇", 62932ull, baohuang_leads},
    {"baohuang_follows", "number of follows of 34 cards, positions of random games", 3524ull,
     baohuang_follows},
    {"baohuang_kao", "the same with 烤牌", 3532ull, baohuang_kao_follows},
    {"baohuang_game", "one random game of 保皇 from the start of play", 5739134293591243006ull,
     baohuang_games},
};

}  // namespace

Workload::Workload() = default;
Workload::Workload(Workload&&) noexcept = default;
Workload::~Workload() = default;

Workload make_workload() {
    Workload w;
    w.trick = make_trick_workload();
    w.race = make_race_workload();
    std::vector<i64> values;
    for (const OptionSpec& spec : doudizhu_options()) values.push_back(spec.initial);
    w.game = std::make_unique<DouDizhu>(values);
    for (int i = 0; i < workload_games; ++i) {
        AnyState state;
        doudizhu::State& s = DouDizhu::of(state);
        w.game->start_play(s, workload_seed, static_cast<u64>(i));
        for (const u64 hand : s.counts) w.deal_hands.push_back(hand);
        Draws draws(workload_seed, static_cast<u64>(i), Stream::policy);
        while (!w.game->over(state)) {
            const u32 legal = static_cast<u32>(w.game->count(state));
            const u32 draw = draws.below(legal);
            (s.leading() ? w.leads : w.follows).push_back({s.counts[s.turn], s.table(), draw});
            const Action action = w.game->unrank(state, draw);
            if (action.kind == ActionKind::play) w.plays.push_back(narrowed(action.play.cards));
            w.game->apply(state, action);
        }
    }
    return w;
}

std::span<const Kernel> all_kernels() {
    return kernels;
}

const Kernel* find_kernel(const std::string& name) {
    for (const Kernel& kernel : kernels)
        if (name == kernel.name) return &kernel;
    return nullptr;
}

}  // namespace pokerfast::bench
