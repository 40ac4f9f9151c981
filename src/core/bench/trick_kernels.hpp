// Benchmark kernels of the trick-taking games, over positions drawn for the purpose: three decks,
// spades trump, level ten, a hand with twelve hearts against a led shape of hearts.
#pragma once

#include "bench/kernels.hpp"
#include "game/shengji.hpp"

namespace pokerfast::bench {

struct FollowPosition {
    Lead lead;
    Copies hand;
    Copies play;  // a legal follow
};

struct TrickWorkload {
    std::unique_ptr<Shengji> two_decks, three_decks;
    std::unique_ptr<Game> erqiwang, dabaifen;
    std::vector<FollowPosition> singles, pairs, tractors, triples, titanics, throws;
};

std::unique_ptr<TrickWorkload> make_trick_workload();

Answer check_single(const Workload& w);
Answer check_pair(const Workload& w);
Answer check_tractor(const Workload& w);
Answer check_triple(const Workload& w);
Answer check_titanic(const Workload& w);
Answer check_throw(const Workload& w);
Answer count_trick_follows(const Workload& w);
Answer card_masks(const Workload& w);
Answer trick_winner(const Workload& w);
Answer shengji_deals(const Workload& w);
Answer titanic_deals(const Workload& w);
Answer erqiwang_deals(const Workload& w);
Answer dabaifen_deals(const Workload& w);

}  // namespace pokerfast::bench
