// Benchmark kernels over one fixed workload: the positions of random games. Each answers a checksum
// that must match, so that no benchmark can be fast by being wrong. Used by bench/core and by
// `pokerfast bench`.
#pragma once

#include "climb/combo.hpp"
#include "game/doudizhu.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pokerfast::bench {

struct Position {
    u64 hand;
    Reading table;  // kind pass: a lead
    u32 draw;       // chooses a move when one is unranked
};

struct TrickWorkload;
struct RaceWorkload;

struct Workload {
    Workload();
    Workload(Workload&&) noexcept;
    ~Workload();

    std::unique_ptr<TrickWorkload> trick;
    std::unique_ptr<RaceWorkload> race;
    std::unique_ptr<DouDizhu> game;
    std::vector<Position> leads, follows;
    std::vector<u64> plays;       // cards of plays, for classify
    std::vector<u64> deal_hands;  // hands of 17 and 20 cards
};

struct Answer {
    u64 operations;
    u64 checksum;
};

struct Kernel {
    const char* name;
    const char* summary;
    u64 checksum;
    Answer (*run)(const Workload&);
};

Workload make_workload();
std::span<const Kernel> all_kernels();
const Kernel* find_kernel(const std::string& name);

}  // namespace pokerfast::bench
