// Benchmark kernels of the climbing games for five: searches over hands as large as they are dealt,
// and whole games from the start of play.
#pragma once

#include "bench/kernels.hpp"
#include "game/baohuang.hpp"
#include "game/dadaa.hpp"

namespace pokerfast::bench {

struct RacePosition {
    RankCounts hand;
    Combo table;
};

struct RaceWorkload {
    std::unique_ptr<Dadaa> dadaa;
    std::unique_ptr<Baohuang> baohuang, baohuang_kao;
    std::vector<RankCounts> dadaa_hands, baohuang_hands;
    std::vector<RacePosition> dadaa_follows, baohuang_follows, baohuang_kao_follows;
};

std::unique_ptr<RaceWorkload> make_race_workload();

Answer dadaa_leads(const Workload& w);
Answer dadaa_follows(const Workload& w);
Answer dadaa_games(const Workload& w);
Answer baohuang_leads(const Workload& w);
Answer baohuang_follows(const Workload& w);
Answer baohuang_kao_follows(const Workload& w);
Answer baohuang_games(const Workload& w);

}  // namespace pokerfast::bench
