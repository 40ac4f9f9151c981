// Everything called once per job: rules and presets, simulation, perft, the built-in benchmark
// kernels.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "_jobs_batch.hpp"
#include "_jobs_duel.hpp"
#include "_jobs_solve_deck.hpp"
#include "_jobs_solve_race.hpp"
#include "_jobs_solve_trick.hpp"
#include "_jobs_tables.hpp"
#include "_jobs_watch.hpp"
#include "bench/kernels.hpp"
#include "game/registry.hpp"
#include "game/snapshot.hpp"
#include "search/policies.hpp"
#include "sim/pool.hpp"
#include "sim/wide/check.hpp"

#include <atomic>
#include <chrono>
#include <thread>
#include <tuple>

namespace py = pybind11;
using namespace pokerfast;

namespace {

const char* type_name(OptionType type) {
    switch (type) {
        case OptionType::on_off: return "on_off";
        case OptionType::number: return "number";
        case OptionType::choice: return "choice";
        case OptionType::set: return "set";
        case OptionType::pair: return "pair";
        case OptionType::maybe: return "maybe";
        case OptionType::either: return "either";
    }
    return "";
}

const GameEntry& entry_of(const std::string& name) {
    const GameEntry* entry = find_game(name);
    if (!entry) throw py::value_error("unknown game " + name);
    return *entry;
}

py::list options(const std::string& game) {
    py::list out;
    for (const OptionSpec& spec : entry_of(game).options()) {
        py::list names;
        for (int i = 0; spec.names && spec.names[i]; ++i) names.append(spec.names[i]);
        out.append(py::dict(py::arg("name") = spec.name, py::arg("type") = type_name(spec.type),
                            py::arg("initial") = spec.initial, py::arg("min") = spec.min,
                            py::arg("max") = spec.max, py::arg("names") = py::tuple(names),
                            py::arg("summary") = spec.summary, py::arg("source") = spec.source));
    }
    return out;
}

py::dict presets(const std::string& game) {
    py::dict out;
    for (const PresetSpec& preset : entry_of(game).presets()) {
        py::dict changes;
        for (const PresetChange& change : preset.changes) changes[change.option] = change.value;
        out[preset.name] = py::make_tuple(preset.summary, changes);
    }
    return out;
}

py::list games() {
    py::list out;
    for (const GameEntry& entry : all_games())
        out.append(py::make_tuple(entry.name, entry.title, entry.family));
    return out;
}

std::unique_ptr<Game> make_game(const std::string& name, const std::vector<i64>& values) {
    const GameEntry& entry = entry_of(name);
    if (!entry.check(values).empty()) throw py::value_error("bad option values");
    return entry.make(values);
}

py::list policies(const std::string& game) {
    py::list out;
    if (const Driver* driver = find_driver(game))
        for (const Policy* policy : search::policies_of(*driver))
            out.append(py::make_tuple(policy->name, policy->summary));
    return out;
}

// How games that all play at random are run: the first is the fastest, and "scalar" is always
// there.
py::list backends(const std::string& game) {
    py::list out;
    const Driver* driver = find_driver(game);
    if (driver && driver->play_many)
        for (const Backend* backend : usable_backends()) out.append(backend->name);
    out.append("scalar");
    return out;
}

const Backend* backend_of(const std::string& name) {
    if (name == "auto") return best_backend();
    if (name == "scalar") return nullptr;
    const Backend* backend = find_backend(name);
    if (!backend) throw py::value_error("unknown back end " + name);
    return backend;
}

py::dict check_backend_of(const std::vector<i64>& values, const std::string& name, u64 positions,
                          u64 seed) {
    const std::unique_ptr<Game> game = make_game("doudizhu", values);
    const Backend* backend = find_backend(name);
    if (!backend) throw py::value_error("unknown back end " + name);
    WideCheck check;
    {
        py::gil_scoped_release release;
        check = check_backend(static_cast<const DouDizhu&>(*game), *backend, positions, seed);
    }
    return py::dict(py::arg("leads") = check.leads, py::arg("follows") = check.follows,
                    py::arg("actions") = check.actions, py::arg("fault") = check.fault);
}

py::int_ integer(i128 value) {
    const py::int_ high(static_cast<i64>(value >> 64)), low(static_cast<u64>(value));
    return py::int_((high << py::int_(64)) | low);
}

py::dict simulate(const std::string& name, const std::vector<i64>& values, u64 games, u64 seed,
                  const std::vector<std::string>& names, int workers, bool from_play,
                  const py::object& progress, u64 first_game, const std::string& backend) {
    const std::unique_ptr<Game> game = make_game(name, values);
    const Driver* driver = find_driver(name);
    if (!driver) throw py::value_error("no simulation of " + name);
    Simulation simulation{game.get(), driver, {}, games, seed, from_play, workers};
    simulation.first_game = first_game;
    simulation.backend = backend_of(backend);
    for (const std::string& policy : names) {
        simulation.policies.push_back(search::find_policy(*driver, policy));
        if (!simulation.policies.back()) throw py::value_error("unknown policy " + policy);
    }
    Tally tally;
    const auto began = std::chrono::steady_clock::now();
    bind::run_watched(progress,
                      [&](const Watch& watch) { return run_simulation(simulation, watch, tally); });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;

    py::dict by_side, kinds, multipliers;
    for (std::size_t i = 0; i < driver->sides.size(); ++i)
        by_side[driver->sides[i]] = i < tally.sides.size() ? tally.sides[i] : 0;
    for (std::size_t i = 0; i < driver->count_names.size(); ++i)
        kinds[driver->count_names[i]] = tally.counts[i];
    for (const auto& [value, n] : tally.multipliers) multipliers[py::int_(value)] = n;
    py::list sums, squares;
    for (int i = 0; i < game->seats(); ++i) {
        sums.append(integer(tally.sum[i]));
        squares.append(integer(tally.squares[i]));
    }
    return py::dict(py::arg("games") = tally.games, py::arg("moves") = tally.moves,
                    py::arg("choices") = tally.choices, py::arg("by_side") = by_side,
                    py::arg("kinds") = kinds, py::arg("multipliers") = multipliers,
                    py::arg("sums") = sums, py::arg("squares") = squares,
                    py::arg("lengths") = tally.lengths, py::arg("seconds") = seconds.count());
}

py::dict duel(const std::string& name, const std::vector<i64>& values, const std::string& first,
              const std::string& second, u64 deals, u64 seed, int workers, bool from_play,
              const py::object& progress) {
    return bind::run_duel(*make_game(name, values), first, second, deals, seed, workers, from_play,
                          progress);
}

std::vector<u32> seat_patterns(const std::string& name, const std::vector<i64>& values,
                               bool from_play) {
    return search::seat_patterns(*make_game(name, values), from_play);
}

void read_state(const Game& game, const std::string& snapshot, AnyState& state) {
    SnapshotHead head;
    const std::string why = read_head(snapshot, head);
    if (!why.empty()) throw py::value_error(why);
    if (!unpack_state(game, head.fields, state).empty()) throw py::value_error("bad position");
}

std::unique_ptr<bind::SolveJob> solve_job(const Game& game, const AnyState& state,
                                          const bind::SolveRequest& request) {
    if (game.in_play(state)) {
        if (const auto* doudizhu = dynamic_cast<const DouDizhu*>(&game))
            return std::make_unique<bind::DeckJob>(*doudizhu, state, request);
        if (const auto* race = dynamic_cast<const RaceGame*>(&game))
            return std::make_unique<bind::RaceJob>(*race, state, request);
        if (const auto* tricks = dynamic_cast<const TrickGame*>(&game)) {
            // Where tricks count and not points, one card is played at a time.
            if (!tricks->counts_points())
                return std::make_unique<bind::WhistJob>(TrickGame::of(state), request);
            return std::make_unique<bind::TrickJob>(*tricks, TrickGame::of(state), request);
        }
    }
    throw py::value_error("no position that is solved");
}

py::list solve_of(const std::vector<std::tuple<std::string, std::vector<i64>, std::string>>& asked,
                  bool all_moves, u64 most_nodes, double most_seconds, u64 most_bytes, bool prove,
                  u64 most_proof, int workers, const py::object& progress) {
    const bind::SolveRequest request{all_moves,    prove,      most_nodes,
                                     most_seconds, most_bytes, most_proof};
    std::vector<std::unique_ptr<Game>> games;
    std::vector<std::unique_ptr<bind::SolveJob>> jobs;
    const std::vector<i64>* values_before = nullptr;
    const std::string* name_before = nullptr;
    for (const auto& [name, values, snapshot] : asked) {
        // Positions of one game in a row share its object.
        if (!name_before || name != *name_before || values != *values_before)
            games.push_back(make_game(name, values));
        name_before = &name;
        values_before = &values;
        AnyState state;
        read_state(*games.back(), snapshot, state);
        jobs.push_back(solve_job(*games.back(), state, request));
    }
    bind::SolveRun(jobs, request)(workers, progress);
    py::list answers;
    for (const auto& job : jobs) answers.append(job->answer());
    return answers;
}

u64 perft_of(const std::string& name, const std::vector<i64>& values, const std::string& snapshot,
             int depth) {
    const std::unique_ptr<Game> game = make_game(name, values);
    AnyState state;
    read_state(*game, snapshot, state);
    std::atomic<bool> stop{false}, ready{false};
    u64 total = 0;
    bool failed = false;
    {
        py::gil_scoped_release release;
        std::thread worker([&] {
            total = perft(*game, state, depth, stop);
            ready = true;
        });
        for (int waits = 0; !ready; ++waits) {
            // Short jobs should not wait for a long tick.
            std::this_thread::sleep_for(std::chrono::milliseconds(waits < 20 ? 1 : 50));
            const py::gil_scoped_acquire acquire;
            if (PyErr_CheckSignals() != 0) failed = stop = true;
        }
        worker.join();
    }
    if (failed) throw py::error_already_set();
    return total;
}

py::dict run_kernel(const std::string& name, int rounds) {
    const bench::Kernel* kernel = bench::find_kernel(name);
    if (!kernel) throw py::value_error("unknown kernel " + name);
    std::vector<double> nanoseconds;
    bench::Answer answer{};
    {
        py::gil_scoped_release release;
        const bench::Workload workload = bench::make_workload();
        for (int i = 0; i < rounds; ++i) {
            const auto began = std::chrono::steady_clock::now();
            answer = kernel->run(workload);
            const std::chrono::duration<double, std::nano> spent =
                std::chrono::steady_clock::now() - began;
            nanoseconds.push_back(spent.count() / static_cast<double>(answer.operations));
        }
    }
    return py::dict(py::arg("name") = name, py::arg("operations") = answer.operations,
                    py::arg("checksum") = answer.checksum, py::arg("expected") = kernel->checksum,
                    py::arg("nanoseconds") = nanoseconds);
}

py::list kernels() {
    py::list out;
    for (const bench::Kernel& kernel : bench::all_kernels())
        out.append(py::make_tuple(kernel.name, kernel.summary));
    return out;
}

}  // namespace

PYBIND11_MODULE(POKERFAST_MODULE, m) {
    m.doc() =
        "Rules, simulation and benchmarks: everything called once per job. Values are checked by "
        "the callers.";
    m.def("games", &games, "(name, 汉字, family) of every game");
    m.def("options", &options, py::arg("game"), "The option descriptors of a game, in value order");
    m.def("presets", &presets, py::arg("game"), "name -> (summary, {option: value}) of a game");
    m.def("policies", &policies, py::arg("game"),
          "(name, summary) of the built-in players of a game");
    m.def("simulate", &simulate, py::arg("game"), py::arg("values"), py::arg("games"),
          py::arg("seed"), py::arg("policies"), py::arg("workers"), py::arg("from_play"),
          py::arg("progress"), py::arg("first_game") = 0, py::arg("backend") = "auto",
          "Play whole games over threads; raises KeyboardInterrupt on Ctrl-C");
    m.def("duel", &duel, py::arg("game"), py::arg("values"), py::arg("first"), py::arg("second"),
          py::arg("deals"), py::arg("seed"), py::arg("workers"), py::arg("from_play"),
          py::arg("progress"),
          "Compare two built-in players, each deal with seats in turn; raises KeyboardInterrupt on "
          "Ctrl-C");
    m.def("seat_patterns", &seat_patterns, py::arg("game"), py::arg("values"), py::arg("from_play"),
          "Seats of the first player in each game of a duel's deal, a bit a seat");
    m.def("backends", &backends, py::arg("game"),
          "What simulate can run random games on, the fastest first; every one gives the same");
    m.def(
        "check_backend", &check_backend_of, py::arg("values"), py::arg("backend"),
        py::arg("positions"), py::arg("seed"),
        "Every action of positions from random games of doudizhu on a back end, against the walk");
    m.def("perft", &perft_of, py::arg("game"), py::arg("values"), py::arg("snapshot"),
          py::arg("depth"), "Number of action sequences of that length");
    m.def("solve", &solve_of, py::arg("positions"), py::arg("all_moves"), py::arg("max_nodes"),
          py::arg("max_seconds"), py::arg("max_memory"), py::arg("proof"), py::arg("max_proof"),
          py::arg("workers"), py::arg("progress"),
          "Solve positions with open hands, each by itself; raises KeyboardInterrupt on Ctrl-C");
    m.def("kernels", &kernels, "(name, summary) of every benchmark kernel");
    m.def("run_kernel", &run_kernel, py::arg("name"), py::arg("rounds"),
          "Time a kernel and return its checksum");
    bind::bind_batch(m);
    bind::bind_tables(m);
}
