// Players compared, for the binder of jobs.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "_jobs_watch.hpp"
#include "search/duel.hpp"
#include "search/policies.hpp"

namespace pokerfast::bind {

namespace py = pybind11;

inline py::dict run_duel(const Game& game, const std::string& first, const std::string& second,
                         u64 deals, u64 seed, int workers, bool from_play,
                         const py::object& progress) {
    const Driver* driver = find_driver(game.name());
    if (!driver) throw py::value_error("no players of this game");
    search::Duel duel;
    duel.game = &game;
    duel.players[0] = search::find_policy(*driver, first);
    duel.players[1] = search::find_policy(*driver, second);
    if (!duel.players[0] || !duel.players[1]) throw py::value_error("unknown policy");
    duel.patterns = search::seat_patterns(game, from_play);
    duel.deals = deals;
    duel.seed = seed;
    duel.from_play = from_play;
    duel.workers = workers;
    search::DuelTally tally;
    run_watched(progress, [&](const Watch& watch) { return search::run_duel(duel, watch, tally); });
    return py::dict(py::arg("differences") = tally.differences, py::arg("moves") = tally.moves);
}

}  // namespace pokerfast::bind
