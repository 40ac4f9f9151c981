// Jobs of the core that Python watches while they run without the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include "sim/pool.hpp"

namespace pokerfast::bind {

// run(watch) answers whether it came to its end. `progress` hears what is done; what it raises and
// Ctrl-C stop the run and are raised here.
inline void run_watched(const pybind11::object& progress,
                        const std::function<bool(const Watch&)>& run) {
    bool whole = false, failed = false;
    {
        const pybind11::gil_scoped_release release;
        whole = run([&](u64 done) {
            const pybind11::gil_scoped_acquire acquire;
            try {
                if (!progress.is_none()) progress(done);
            } catch (pybind11::error_already_set& error) {
                error.restore();
                failed = true;
            }
            failed = failed || PyErr_CheckSignals() != 0;
            return !failed;
        });
    }
    if (failed) throw pybind11::error_already_set();
    if (!whole) throw pybind11::value_error("stopped");
}

}  // namespace pokerfast::bind
