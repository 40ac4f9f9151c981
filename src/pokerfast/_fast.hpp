// What the Cython binder calls.
#pragma once

#include "_fast_climb.hpp"
#include "_fast_encode.hpp"
#include "_fast_trick.hpp"
#include "belief/resample.hpp"
#include "game/registry.hpp"
#include "game/snapshot.hpp"
#include "search/ask.hpp"
