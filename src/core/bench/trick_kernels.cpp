#include "bench/trick_kernels.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"
#include "sim/pool.hpp"

namespace pokerfast::bench {

namespace {

constexpr u64 workload_seed = 20261130;
constexpr int positions = 400, deals = 1000;
constexpr int hearts = 1, own_cards = 12, other_cards = 12;

const TrickPlan& plan_of(const Workload& w) {
    return w.trick->three_decks->plan(0, 8);
}

u64 mixed(u64 sum, u64 value) {
    return (sum ^ value) * 0x9E3779B97F4A7C15ull;
}

// Cards drawn from what is left of the pack, in one group or outside it.
void draw_cards(const TrickPlan& plan, Draws& draws, bool own, int n, Copies& left, Copies& into) {
    const u64 kinds = own ? plan.kinds[hearts] : plan.pack & ~plan.kinds[hearts];
    while (n > 0) {
        const u64 free = left.one & kinds;
        const int kind = select_bit64(free, draws.below(static_cast<u32>(count_bits64(free))));
        // Two or three of a kind at once, as far as there are: hands with structure.
        for (int copies = 1 + static_cast<int>(draws.below(3)); copies > 0 && n > 0; --copies) {
            if (!left.of(kind)) break;
            left = left - Copies{1ull << kind, 0, 0};
            into.add(kind);
            --n;
        }
    }
}

std::vector<FollowPosition> make_positions(const TrickPlan& plan, std::initializer_list<Shape> led,
                                           u64 number) {
    std::vector<FollowPosition> made;
    Draws draws(workload_seed, number, Stream::policy);
    while (made.size() < positions) {
        Copies left = whole_pack(3).copies(), lead;
        bool fits = true;
        for (const Shape shape : led) {
            const int places = plan.places[hearts] - shape.length() + 1;
            const int start = static_cast<int>(draws.below(static_cast<u32>(places)));
            for (int place = start; place < start + shape.length(); ++place)
                for (int copy = 0; copy < shape.width(); ++copy) {
                    const int kind = lowest(plan.kinds_at(hearts, place, plan.pack));
                    fits &= left.of(kind) > 0;
                    if (!fits) break;
                    left = left - Copies{1ull << kind, 0, 0};
                    lead.add(kind);
                }
        }
        if (!fits) continue;
        FollowPosition position;
        position.lead = lead_of(plan, lead);
        draw_cards(plan, draws, true, own_cards, left, position.hand);
        draw_cards(plan, draws, false, other_cards, left, position.hand);
        const Follows follows(plan, position.lead, position.hand);
        position.play = follows.at(draws.below_wide(follows.count()));
        made.push_back(position);
    }
    return made;
}

Answer check(const Workload& w, const std::vector<FollowPosition>& list) {
    const TrickPlan& plan = plan_of(w);
    u64 sum = 0;
    for (const FollowPosition& p : list) {
        sum += check_follow(plan, p.lead, p.hand, p.play) == Code::ok;
        // The next position's play is seldom right here.
        const FollowPosition& other = (&p == &list.back()) ? list.front() : (&p)[1];
        sum = mixed(sum, static_cast<u64>(check_follow(plan, p.lead, p.hand, other.play)));
    }
    return {2 * list.size(), sum};
}

Answer simulated(const Game& game) {
    const Driver* driver = find_driver(game.name());
    Simulation simulation{&game, driver, {}, deals, workload_seed, false, 1};
    for (int i = 0; i < game.seats(); ++i) simulation.policies.push_back(&driver->policies[0]);
    Tally tally;
    run_simulation(simulation, {}, tally);
    return {deals, mixed(mixed(tally.sides[0], tally.moves), tally.choices)};
}

std::unique_ptr<Shengji> make_shengji(i64 decks) {
    std::vector<i64> values;
    for (const OptionSpec& spec : shengji_options()) values.push_back(spec.initial);
    values[0] = decks;
    return std::make_unique<Shengji>(values);
}

}  // namespace

std::unique_ptr<TrickWorkload> make_trick_workload() {
    auto made = std::make_unique<TrickWorkload>();
    made->two_decks = make_shengji(2);
    made->three_decks = make_shengji(3);
    made->erqiwang = default_game(*find_game("erqiwang"));
    made->dabaifen = default_game(*find_game("dabaifen"));
    const TrickPlan& plan = made->three_decks->plan(0, 8);
    made->singles = make_positions(plan, {{1, 1}}, 0);
    made->pairs = make_positions(plan, {{2, 1}}, 1);
    made->tractors = make_positions(plan, {{2, 2}}, 2);
    made->triples = make_positions(plan, {{3, 1}}, 3);
    made->titanics = make_positions(plan, {{3, 2}}, 4);
    made->throws = make_positions(plan, {{2, 2}, {3, 1}}, 5);
    return made;
}

Answer check_single(const Workload& w) {
    return check(w, w.trick->singles);
}
Answer check_pair(const Workload& w) {
    return check(w, w.trick->pairs);
}
Answer check_tractor(const Workload& w) {
    return check(w, w.trick->tractors);
}
Answer check_triple(const Workload& w) {
    return check(w, w.trick->triples);
}
Answer check_titanic(const Workload& w) {
    return check(w, w.trick->titanics);
}
Answer check_throw(const Workload& w) {
    return check(w, w.trick->throws);
}

Answer count_trick_follows(const Workload& w) {
    u64 sum = 0, n = 0;
    const TrickWorkload& t = *w.trick;
    for (const auto* list : {&t.singles, &t.pairs, &t.tractors, &t.triples, &t.titanics, &t.throws})
        for (const FollowPosition& p : *list) {
            sum += Follows(plan_of(w), p.lead, p.hand).count();
            ++n;
        }
    return {n, sum};
}

Answer card_masks(const Workload& w) {
    u64 sum = 0, n = 0;
    const TrickWorkload& t = *w.trick;
    for (const auto* list : {&t.singles, &t.pairs, &t.tractors, &t.triples, &t.titanics, &t.throws})
        for (const FollowPosition& p : *list) {
            const Follows follows(plan_of(w), p.lead, p.hand);
            Copies chosen;
            for (Next next = follows.next(chosen); !next.whole; next = follows.next(chosen)) {
                const u32 open = static_cast<u32>(count_bits64(next.kinds));
                sum = mixed(sum, next.kinds);
                chosen.add(select_bit64(next.kinds, static_cast<u32>(sum >> 32) % open));
                ++n;
            }
        }
    return {n, sum};
}

Answer trick_winner(const Workload& w) {
    u64 sum = 0, n = 0;
    const TrickWorkload& t = *w.trick;
    for (const auto* list : {&t.singles, &t.pairs, &t.tractors, &t.triples, &t.titanics, &t.throws})
        for (std::size_t i = 0; i + 3 < list->size(); ++i) {
            const Copies plays[] = {(*list)[i].play, (*list)[i + 1].play, (*list)[i + 2].play,
                                    (*list)[i + 3].play};
            sum = mixed(sum, static_cast<u64>(winner_of(plan_of(w), (*list)[i].lead, plays)));
            ++n;
        }
    return {n, sum};
}

Answer shengji_deals(const Workload& w) {
    return simulated(*w.trick->two_decks);
}
Answer titanic_deals(const Workload& w) {
    return simulated(*w.trick->three_decks);
}
Answer erqiwang_deals(const Workload& w) {
    return simulated(*w.trick->erqiwang);
}
Answer dabaifen_deals(const Workload& w) {
    return simulated(*w.trick->dabaifen);
}

}  // namespace pokerfast::bench
