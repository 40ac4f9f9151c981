// Players compared, for the binder of jobs.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

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
    bool whole = false, failed = false;
    {
        py::gil_scoped_release release;
        whole = search::run_duel(
            duel,
            [&](u64 done) {
                const py::gil_scoped_acquire acquire;
                try {
                    if (!progress.is_none()) progress(done);
                } catch (py::error_already_set& error) {
                    error.restore();
                    failed = true;
                }
                failed = failed || PyErr_CheckSignals() != 0;
                return !failed;
            },
            tally);
    }
    if (failed) throw py::error_already_set();
    if (!whole) throw py::value_error("stopped");
    return py::dict(py::arg("differences") = tally.differences, py::arg("moves") = tally.moves);
}

}  // namespace pokerfast::bind
