#include "_jobs_tables.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "game/registry.hpp"
#include "game/snapshot.hpp"
#include "tables/tables.hpp"

#include <algorithm>
#include <atomic>

namespace py = pybind11;

namespace pokerfast::bind {

namespace {

template <class T>
using Rows = py::array_t<T, py::array::c_style>;

template <class T>
Rows<T> make_rows(py::ssize_t rows, py::ssize_t columns = 0) {
    Rows<T> made(columns ? std::vector<py::ssize_t>{rows, columns}
                         : std::vector<py::ssize_t>{rows});
    std::fill(made.mutable_data(), made.mutable_data() + made.size(), T{});
    return made;
}

template <class T>
T* bytes_of(const py::array& rows) {
    return static_cast<T*>(const_cast<void*>(rows.data()));
}

// Two threads in one set of tables would spoil it, and the lock that usually keeps them apart is
// released here.
class Turn {
  public:
    explicit Turn(std::atomic<bool>& busy) : busy_(busy) {
        if (busy_.exchange(true)) throw std::runtime_error("another thread is at these tables");
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    std::atomic<bool>& busy_;
};

class CoreTables {
  public:
    CoreTables(std::unique_ptr<Game> game, int tables, u64 seed, bool from_play, int listing,
               int watching, u64 most_moves, int workers)
        : game_(std::move(game)) {
        TablesSpec spec;
        spec.game = game_.get();
        spec.tables = tables;
        spec.seed = seed;
        spec.from_play = from_play;
        spec.listing = static_cast<Listing>(listing);
        spec.watching = static_cast<Watching>(watching);
        spec.most_moves = most_moves;
        spec.workers = workers;
        listing_ = spec.listing;
        tables_ = make_tables(spec);
        seat_ = make_rows<i32>(tables);
        counts_ = make_rows<i64>(tables);
        offsets_ = make_rows<i64>(tables + 1);
        rewards_ = make_rows<double>(tables, game_->seats());
        done_ = make_rows<bool>(tables);
        game_number_ = make_rows<i64>(tables);
        if (const int size = tables_->observation_size())
            observations_ = make_rows<i8>(tables, size);
        make_room(64 * static_cast<py::ssize_t>(tables));
    }

    void reset() {
        const Turn turn(busy_);
        TablesOut out = places();
        {
            const py::gil_scoped_release release;
            tables_->reset(out);
        }
        list(out);
    }

    // The first table whose choice is none, or -1; then nothing has changed.
    int step(const py::array& choice) {
        const Turn turn(busy_);
        if (choice.ndim() != 1 || choice.size() != tables_->tables() ||
            !choice.dtype().is(py::dtype::of<i64>()) || !(choice.flags() & py::array::c_style))
            throw py::type_error("one int64 a table is needed");
        const i64* const chosen = static_cast<const i64*>(choice.data());
        TablesOut out = places();
        const bool lists = listing_ != Listing::count;
        {
            const py::gil_scoped_release release;
            // Others may write to the array meanwhile.
            chosen_.assign(chosen, chosen + tables_->tables());
            const int fault = tables_->find_fault(chosen_.data());
            if (fault >= 0) return fault;
            tables_->step(chosen_.data(), out);
            if (lists && tables_->listed() <= room_) tables_->list(out);
        }
        if (lists && tables_->listed() > room_) list(out);
        return -1;
    }

    // For one table alone: (seat, legal actions, whether a deal ended), or None if there is no such
    // action.
    py::object step_one(i64 choice) {
        const Turn turn(busy_);
        if (tables_->find_fault(&choice) >= 0) return py::none();
        TablesOut out = places();
        tables_->step(&choice, out);
        list(out);
        return py::reinterpret_steal<py::object>(Py_BuildValue("(iLO)", *out.seat,
                                                               static_cast<long long>(*out.counts),
                                                               *out.done ? Py_True : Py_False));
    }

    py::bytes snapshot(int table) {
        const Turn turn(busy_);
        AnyState state;
        tables_->state(table, state);
        return pack_state(*game_, state);
    }

    i64 listed() const { return tables_->listed(); }
    int seats() const { return game_->seats(); }

    Rows<i32> seat_;
    Rows<i64> counts_, offsets_, game_number_;
    Rows<double> rewards_;
    Rows<bool> done_;
    py::object observations_ = py::none(), moves_ = py::none(), features_ = py::none();

  private:
    TablesOut places() const {
        TablesOut out{};
        out.seat = bytes_of<i32>(seat_);
        out.counts = bytes_of<i64>(counts_);
        out.offsets = bytes_of<i64>(offsets_);
        out.rewards = bytes_of<double>(rewards_);
        out.done = bytes_of<u8>(done_);
        out.game = bytes_of<i64>(game_number_);
        if (tables_->observation_size())
            out.observations = bytes_of<i8>(py::reinterpret_borrow<py::array>(observations_));
        out.moves = moves_at_;
        out.features = features_at_;
        return out;
    }

    // New arrays: whoever still holds the old ones keeps what is in them.
    void make_room(py::ssize_t rows) {
        if (listing_ == Listing::moves) {
            const Rows<u64> made = make_rows<u64>(rows, move_words);
            moves_at_ = bytes_of<u64>(made);
            moves_ = made;
        }
        if (listing_ == Listing::features) {
            const Rows<i8> made = make_rows<i8>(rows, tables_->feature_size());
            features_at_ = bytes_of<i8>(made);
            features_ = made;
        }
        room_ = rows;
    }

    void list(TablesOut& out) {
        if (listing_ == Listing::count) return;
        if (tables_->listed() > room_) {
            make_room(std::max(2 * room_, static_cast<py::ssize_t>(tables_->listed())));
            out.moves = moves_at_;
            out.features = features_at_;
        }
        const py::gil_scoped_release release;
        tables_->list(out);
    }

    std::unique_ptr<Game> game_;
    std::unique_ptr<Tables> tables_;
    Listing listing_ = Listing::count;
    py::ssize_t room_ = 0;
    u64* moves_at_ = nullptr;
    i8* features_at_ = nullptr;
    std::vector<i64> chosen_;
    std::atomic<bool> busy_{false};
};

// The tables, or why the game cannot start so.
py::object make_tables(const std::string& name, const std::vector<i64>& values, int tables,
                       u64 seed, bool from_play, int listing, int watching, u64 most_moves,
                       int workers) {
    const GameEntry* entry = find_game(name);
    if (!entry || !entry->check(values).empty()) throw py::value_error("bad game or options");
    std::unique_ptr<Game> game = entry->make(values);
    AnyState state;
    StartArgs args;
    args.seed = seed;
    args.from_play = from_play;
    py::list faults;
    for (const Fault& fault : game->start(state, args))
        faults.append(py::make_tuple(fault.where, fault.what));
    if (!faults.empty()) return faults;
    return py::cast(std::make_unique<CoreTables>(std::move(game), tables, seed, from_play, listing,
                                                 watching, most_moves, workers));
}

}  // namespace

void bind_tables(py::module_& module) {
    // The stub has signatures with better types.
    py::options told;
    told.disable_function_signatures();
    py::class_<CoreTables> kind(
        module, "CoreTables", "Many tables of one game; arguments are checked by the caller.",
        py::is_final(), py::metaclass(reinterpret_cast<PyObject*>(&PyType_Type)));
    // Only make_tables makes them: what __new__ alone makes would hold nothing.
    reinterpret_cast<PyTypeObject*>(kind.ptr())->tp_new = nullptr;
    kind.def("reset", &CoreTables::reset, "Start the first game of every table")
        .def("step", &CoreTables::step, py::arg("choice"),
             "Play a choice at every table; answers the first table that has none such, or -1")
        .def("step_one", &CoreTables::step_one, py::arg("choice"),
             "Play at the only table: (seat, legal actions, done), or None if there is none such")
        .def("snapshot", &CoreTables::snapshot, py::arg("table"),
             "The position of a table as bytes")
        .def_property_readonly("listed", &CoreTables::listed, "Legal actions listed, all tables")
        .def_property_readonly("seats", &CoreTables::seats, "Seats of a deal")
        .def_readonly("seat", &CoreTables::seat_, "Whose answer is awaited")
        .def_readonly("counts", &CoreTables::counts_, "Legal actions")
        .def_readonly("offsets", &CoreTables::offsets_, "First action listed")
        .def_readonly("rewards", &CoreTables::rewards_, "Scores of a deal that ended")
        .def_readonly("done", &CoreTables::done_, "Whether a deal ended")
        .def_readonly("game", &CoreTables::game_number_, "Number of the game")
        .def_readonly("observations", &CoreTables::observations_, "What the seat sees")
        .def_readonly("moves", &CoreTables::moves_, "Packed actions, with room for more")
        .def_readonly("features", &CoreTables::features_, "Actions, with room for more");
    module.def("make_tables", &make_tables, py::arg("game"), py::arg("values"), py::arg("tables"),
               py::arg("seed"), py::arg("from_play"), py::arg("listing"), py::arg("watching"),
               py::arg("most_moves"), py::arg("workers"),
               "The tables, or a list of faults if the game cannot start so");
}

}  // namespace pokerfast::bind
