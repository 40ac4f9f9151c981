// Many tables stepped in one call, with their results in NumPy arrays.
#pragma once

#include <pybind11/pybind11.h>

namespace pokerfast::bind {

void bind_tables(pybind11::module_& module);

}  // namespace pokerfast::bind
