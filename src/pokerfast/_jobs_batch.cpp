#include "_jobs_batch.hpp"

namespace pokerfast::bind {

namespace {

// Counts in rows 1 … n of `offsets` become sums; the first row whose sum is above `most`, or -1.
i64 sum_offsets(const py::object& offsets, i64 most) {
    const Memory memory(offsets, true);
    const u64 n = memory.rows(sizeof(i64));
    i64* sums = memory.of<i64>(n);
    if (n == 0) throw py::value_error("no offsets");
    sums[0] = 0;
    for (u64 i = 1; i < n; ++i) {
        if (sums[i] > most - sums[i - 1]) return static_cast<i64>(i - 1);
        sums[i] += sums[i - 1];
    }
    return -1;
}

}  // namespace

void bind_batch(py::module_& m) {
    m.def("sum_offsets", &sum_offsets, py::arg("offsets"), py::arg("most"),
          "Counts in offsets[1:] to offsets, in place; the first row beyond `most`, or -1");
    bind_batch_climb(m);
    bind_batch_trick(m);
    bind_batch_deals(m);
}

}  // namespace pokerfast::bind
