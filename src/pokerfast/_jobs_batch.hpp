// Array calls, for the binder of jobs: memory of arrays, and rows worked off without the GIL. Types
// and shapes are checked in batch.py; here sizes alone, so that nothing is read beyond its end.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "batch/parallel.hpp"
#include "game/registry.hpp"

#include <chrono>
#include <memory>

namespace pokerfast::bind {

namespace py = pybind11;

void bind_batch(py::module_& m);
void bind_batch_climb(py::module_& m);
void bind_batch_trick(py::module_& m);
void bind_batch_deals(py::module_& m);

// The memory of a C-contiguous array, kept alive and in its place.
class Memory {
  public:
    Memory(const py::object& array, bool write) {
        if (PyObject_GetBuffer(array.ptr(), &view_, write ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0)
            throw py::error_already_set();
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { PyBuffer_Release(&view_); }

    u64 bytes() const { return static_cast<u64>(view_.len); }
    u64 rows(u64 row_bytes) const {
        if (bytes() % row_bytes) throw py::value_error("not a whole number of rows");
        return bytes() / row_bytes;
    }
    // The memory if it has exactly that many rows, or one where `single` allows it.
    void* exactly(u64 rows, u64 row_bytes) const {
        if (bytes() != rows * row_bytes) throw py::value_error("arrays of different lengths");
        return view_.buf;
    }
    template <class T>
    T* of(u64 rows, u64 each = 1) const {
        return static_cast<T*>(exactly(rows, each * sizeof(T)));
    }
    void* data() const { return view_.buf; }

  private:
    Py_buffer view_;
};

// 0 if one row stands for all of them, else 1.
inline u64 step_of(const Memory& memory, u64 row_bytes, u64 rows) {
    const u64 own = memory.rows(row_bytes);
    if (own == 1) return 0;
    if (own != rows) throw py::value_error("arrays of different lengths");
    return 1;
}

// Rows over threads, for a caller who holds the GIL; throws KeyboardInterrupt and whatever else a
// signal brings.
class Rows {
  public:
    explicit Rows(int workers) { how_.workers = workers < 1 ? 1 : workers; }

    void each(u64 n, u64 block, const std::function<void(u64, u64)>& work) {
        run([&] { return batch::each_block(n, block, how_, work); });
    }
    // The first bad row, or -1.
    i64 first_bad(u64 n, u64 block, const std::function<u64(u64, u64)>& bad) {
        u64 row = n;
        run([&] { return batch::first_bad_row(n, block, how_, bad, row); });
        return row == n ? -1 : static_cast<i64>(row);
    }

  private:
    using Clock = std::chrono::steady_clock;

    template <class Run>
    void run(Run&& work) {
        Clock::time_point asked = Clock::now();
        how_.pulse = [&asked] {
            const Clock::time_point now = Clock::now();
            if (now - asked < std::chrono::milliseconds(50)) return true;
            asked = now;
            const py::gil_scoped_acquire acquire;
            return PyErr_CheckSignals() == 0;
        };
        bool whole = false;
        {
            const py::gil_scoped_release release;
            whole = work();
        }
        if (!whole) throw py::error_already_set();
    }

    batch::Parallel how_;
};

// What array calls of one game work with, as Python holds it. No bound class: an object of one made
// without its __init__ would be a wild pointer.
template <class T>
py::capsule handle_of(std::unique_ptr<T> made) {
    return py::capsule(made.release(), T::handle_name, [](PyObject* capsule) {
        delete static_cast<T*>(PyCapsule_GetPointer(capsule, T::handle_name));
    });
}

template <class T>
const T& handled(const py::object& handle) {
    if (!PyCapsule_IsValid(handle.ptr(), T::handle_name))
        throw py::type_error(std::string("not made by ") + T::handle_name);
    return *static_cast<const T*>(PyCapsule_GetPointer(handle.ptr(), T::handle_name));
}

// A method as a function of a handle.
template <auto method>
struct Handled;
template <class T, class R, class... Args, R (T::*method)(Args...) const>
struct Handled<method> {
    static R call(const py::object& handle, Args... args) {
        return (handled<T>(handle).*method)(args...);
    }
};

// A game of its own for array calls.
inline std::unique_ptr<Game> batch_game(const std::string& name, const std::vector<i64>& values) {
    const GameEntry* entry = find_game(name);
    if (!entry || !entry->check(values).empty()) throw py::value_error("no such game");
    return entry->make(values);
}

}  // namespace pokerfast::bind
