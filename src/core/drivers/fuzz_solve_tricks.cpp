// The solver of trick-taking deals against plain minimax on small positions under random rules of
// all four games: which first plays there are, what each is worth, lines, bounds under limits, and
// every reduction left out in turn.
#include "drivers/fuzz.hpp"
#include "game/dabaifen.hpp"
#include "game/erqiwang.hpp"
#include "game/whist.hpp"
#include "solve/trick_solver.hpp"

#include <algorithm>

using namespace pokerfast;
using namespace pokerfast::fuzz;
using solve::TrickSolver;

namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 22;

i64 worth(const TrickGame& game, const trick::State& s) {
    return std::string_view(game.name()) == "whist" ? s.tricks[0] : s.points;
}

struct Played {
    AnyState state;
    Copies cards;  // as named
    bool failed;   // a throw, of which less was led
};

// Every play that does not end the deal in the middle.
template <class Visit>
void each_play(const TrickGame& game, const AnyState& state, Visit&& visit) {
    const u64 count = game.count(state);
    for (u64 i = 0; i < count; ++i) {
        const Action action = game.unrank(state, i);
        const Copies cards = action.ids.pile().copies();
        const trick::State& before = TrickGame::of(state);
        Played played{state, cards, false};
        const int seat = before.turn, held = before.hand[seat].size();
        game.apply(played.state, action);
        const trick::State& after = TrickGame::of(played.state);
        if (after.end == trick::End::wrong_throw) continue;
        played.failed = held - after.hand[seat].size() != cards.total();
        visit(played);
    }
}

bool own_side(const TrickGame& game, const trick::State& s) {
    if (std::string_view(game.name()) == "whist") return (s.turn & 1) == 0;
    return game.attacks(s, s.turn);
}

i64 minimax(const TrickGame& game, const AnyState& state) {
    const trick::State& s = TrickGame::of(state);
    if (game.over(state)) return worth(game, s);
    const bool own = own_side(game, s);
    bool first = true;
    i64 best = 0;
    each_play(game, state, [&](const Played& played) {
        const i64 value = minimax(game, played.state);
        if (first || (own ? value > best : value < best)) best = value;
        first = false;
    });
    return best;
}

struct Deal {
    u32 cards;
    u32 kinds;            // of the pack, about
    bool chains = false;  // of one suit, in pairs
};

// A position before a lead, and sometimes some plays later.
AnyState random_position(const TrickGame& game, const Deal& deal, Draws& draws) {
    AnyState state;
    game.blank(state);
    trick::State& s = TrickGame::of(state);
    u64 pool = game.kinds();
    std::vector<int> ids;
    // Few kinds make for pairs and chains; ranks side by side are likelier then. Few suits make for
    // throws.
    if (deal.chains) {
        pool &=
            kinds_of_suit(static_cast<int>(draws.below(4))) | (draws.below(2) ? joker_kinds : 0);
    } else if (draws.below(2)) {
        const u32 suit = draws.below(4);
        pool &= kinds_of_suit(static_cast<int>(suit)) |
                kinds_of_suit(static_cast<int>((suit + 1 + draws.below(3)) & 3)) | joker_kinds;
        if (draws.below(2)) pool |= kinds_of_rank(static_cast<int>(draws.below(13))) & game.kinds();
    }
    if (static_cast<int>(deal.kinds) < count_bits64(pool)) {
        const u64 whole = pool;
        pool = 0;
        while (static_cast<u32>(count_bits64(pool)) < deal.kinds) {
            const u32 start = draws.below(54);
            for (u32 i = start; i < start + 3 && i < 54; ++i) pool |= 1ull << i & whole;
        }
    }
    for (int deck = 0; deck < game.decks(); ++deck)
        for (u64 left = pool; left; left &= left - 1) ids.push_back(54 * deck + lowest(left));
    const auto draw = [&] {
        const std::size_t at = draws.below(static_cast<u32>(ids.size()));
        const int id = ids[at];
        ids[at] = ids.back();
        ids.pop_back();
        return id;
    };
    const bool twins = deal.chains || draws.below(3) == 0;
    for (int seat = 0; seat < game.seats(); ++seat)
        for (u32 i = 0; i < deal.cards && !ids.empty(); ++i) {
            const int id = draw();
            s.hand[seat].add(id);
            // Its twin too, if that is left.
            for (std::size_t k = 0; twins && i + 1 < deal.cards && k < ids.size(); ++k)
                if (ids[k] % 54 == id % 54) {
                    s.hand[seat].add(ids[k]);
                    ids[k] = ids.back();
                    ids.pop_back();
                    ++i;
                    break;
                }
        }
    if (std::string_view(game.name()) != "whist") {
        for (u32 i = draws.below(4); i > 0 && !ids.empty(); --i) s.kitty.add(draw());
        s.points = 5 * draws.below(20) + (draws.below(8) == 0 ? draws.below(5) : 0);
    }
    s.phase = trick::Phase::play;
    const u32 seats = static_cast<u32>(game.seats());
    s.dealer = static_cast<u8>(draws.below(seats));
    s.burier = draws.below(4) ? s.dealer : static_cast<u8>(draws.below(seats));
    s.leader = s.turn = static_cast<u8>(draws.below(seats));
    s.trump = static_cast<u8>(draws.below(5));
    if (game.has_levels()) s.level = static_cast<u8>(draws.below(13));
    s.bid = 60;
    return state;
}

bool dealt(const TrickGame& game, const AnyState& state, u32 cards) {
    const trick::State& s = TrickGame::of(state);
    for (int seat = 0; seat < game.seats(); ++seat)
        if (static_cast<u32>(s.hand[seat].size()) != cards) return false;
    return true;
}

void play_some(const TrickGame& game, AnyState& state, u32 plays, Draws& draws) {
    for (; plays > 0; --plays) {
        AnyState next = state;
        const Action action = game.unrank(state, draws.below_wide(game.count(state)));
        game.apply(next, action);
        if (game.over(next)) return;
        state = next;
    }
}

void check_line(const TrickGame& game, AnyState state, const std::vector<Copies>& line, i64 value,
                u64 round) {
    for (const Copies& cards : line) {
        if (game.over(state)) fail("a line goes on after the end", round);
        const trick::State& s = TrickGame::of(state);
        Action action;
        action.kind = ActionKind::play;
        if (!s.hand[s.turn].copies().holds(cards)) fail("a line plays cards not held", round);
        action.ids = CardIds::of(lowest_of(s.hand[s.turn], cards));
        if (game.check(state, action) != Code::ok) fail("a line has an illegal play", round);
        game.apply(state, action);
    }
    if (!game.over(state)) fail("a line does not end", round);
    if (worth(game, TrickGame::of(state)) != value) fail("a line gains something else", round);
}

struct Counts {
    u64 solved = 0, plays = 0, throws = 0;
};

std::vector<i64> all_values(TrickSolver& solver) {
    std::vector<i64> values;
    for (std::size_t i = 0; i < solver.moves().size(); ++i) {
        const TrickSolver::Bounds bounds = solver.value_of(i);
        values.push_back(bounds.known() ? bounds.lower : -1);
    }
    return values;
}

// Against the truth.
void check_small(const TrickGame& game, const AnyState& state, Draws& draws, Counts& counts,
                 u64 round) {
    const trick::State& s = TrickGame::of(state);
    const solve::TrickTable table = solve::table_of(game, s);
    const solve::TrickPosition position = solve::position_of(game, s);
    TrickSolver solver(table, position, table_bytes, {});

    std::vector<std::pair<Copies, i64>> truth;
    i64 best = 0;
    bool any = false;
    const bool own = own_side(game, s);
    each_play(game, state, [&](const Played& played) {
        const i64 value = minimax(game, played.state);
        if (!any || (own ? value > best : value < best)) best = value;
        any = true;
        if (!played.failed) truth.push_back({played.cards, value});
    });
    const auto true_value = [&](const Copies& cards) {
        for (const auto& [known, value] : truth)
            if (known == cards) return value;
        fail("a play that is none", round);
    };
    std::size_t n = 0;
    for (const TrickSolver::Move& move : solver.moves()) n += 1 + move.equal.size();
    if (n != truth.size()) fail("another number of plays", round);

    const TrickSolver::Bounds bounds = solver.value();
    if (!bounds.known() || bounds.lower != best) {
        std::fprintf(stderr, "%s: %lld .. %lld, not %lld\n", game.name(),
                     static_cast<long long>(bounds.lower), static_cast<long long>(bounds.upper),
                     static_cast<long long>(best));
        fail("another value", round);
    }
    for (std::size_t i = 0; i < solver.moves().size(); ++i) {
        const TrickSolver::Move& move = solver.moves()[i];
        const i64 value = true_value(move.cards);
        for (const Copies& cards : move.equal)
            if (true_value(cards) != value) fail("equal plays that are not", round);
        const TrickSolver::Bounds found = solver.value_of(i);
        if (!found.known() || found.lower != value) fail("another value of a play", round);
        check_line(game, state, solver.line(i), value, round);
        ++counts.plays;
        counts.throws += !s.played && move.cards.total() > 1;
    }
    // A limit: bounds hold what is true.
    solve::Limits limits;
    limits.nodes = 1 + draws.below(static_cast<u32>(solver.nodes() + 1));
    TrickSolver limited(table, position, table_bytes, limits);
    const TrickSolver::Bounds some = limited.value();
    if (some.lower > best || some.upper < best) fail("bounds without the value", round);
    for (std::size_t i = 0; i < limited.moves().size(); ++i) {
        const TrickSolver::Bounds found = limited.value_of(i);
        const i64 value = true_value(limited.moves()[i].cards);
        if (found.lower > value || found.upper < value) fail("bounds of a play", round);
    }
    ++counts.solved;
}

// Every reduction left out in turn, and tables that are too small.
void check_reductions(const TrickGame& game, const AnyState& state, bool each_part, Draws& draws,
                      u64 round, bool deal_in_pairs = false) {
    const trick::State& s = TrickGame::of(state);
    const solve::TrickTable table = solve::table_of(game, s);
    const solve::TrickPosition position = solve::position_of(game, s);
    TrickSolver solver(table, position, table_bytes, {});
    const i64 value = solver.value().lower;
    const std::vector<i64> values = all_values(solver);
    const auto compare = [&](u32 parts, std::size_t bytes, const char* what) {
        TrickSolver other(table, position, bytes, {}, parts);
        if (other.value().lower != value || all_values(other) != values) fail(what, round);
    };
    if (deal_in_pairs) {
        compare(solve::reduction::all & ~solve::reduction::canonical, table_bytes, "forms differ");
        compare(solve::reduction::all & ~solve::reduction::patterns, table_bytes,
                "patterns differ");
        return;
    }
    compare(solve::reduction::all, std::size_t{1} << (8 + draws.below(10)), "a small table");
    if (!each_part) {
        compare(solve::reduction::all & ~solve::reduction::patterns, table_bytes,
                "patterns differ");
        using namespace solve::reduction;
        const u32 parts =
            draws.below(1024) | (s.hand[s.turn].size() > 4 ? memory | order | bounds : 0);
        compare(parts, table_bytes, "some reductions differ");
        return;
    }
    for (u32 part = 1; part < solve::reduction::all; part *= 2)
        compare(solve::reduction::all & ~part, table_bytes, "a reduction differs");
    compare(0, table_bytes, "no reductions differ");
}

void check_game(const TrickGame& game, Draws& draws, Counts& counts, u64 round) {
    const u32 many = game.decks() == 1 ? 13 : 7;
    Deal deal{2 + draws.below(2) + (draws.below(6) == 0),
              draws.below(3) ? many + draws.below(12) : 54};
    AnyState state = random_position(game, deal, draws);
    if (!dealt(game, state, deal.cards)) return;
    play_some(game, state, draws.below(3) ? 0 : draws.below(5), draws);
    check_small(game, state, draws, counts, round);
    check_reductions(game, state, true, draws, round);
    // Larger ones, where the reductions have more to do.
    deal.cards = 4 + draws.below(3);
    state = random_position(game, deal, draws);
    if (!dealt(game, state, deal.cards)) return;
    play_some(game, state, draws.below(3) ? 0 : draws.below(4), draws);
    check_reductions(game, state, false, draws, round);
    // Chains that break in more than one way.
    if (game.decks() == 1) return;
    deal = {game.decks() == 2 ? 6u : 6 + draws.below(2), 54, true};
    state = random_position(game, deal, draws);
    if (dealt(game, state, deal.cards)) check_reductions(game, state, false, draws, round, true);
}

}  // namespace

int main(int argc, char** argv) {
    // A round looks at some positions with every reduction off in turn: as much as many games.
    const u64 rounds = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000) / 50;
    const u64 from = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    Counts counts;
    for (u64 round = from; round < from + rounds; ++round) {
        Draws draws(2468, round, Stream::policy);
        const auto play = [&]<class G>(std::type_identity<G>, const auto& options, auto check) {
            const std::vector<i64> usual = [&] {
                std::vector<i64> values;
                for (const OptionSpec& spec : options) values.push_back(spec.initial);
                return values;
            }();
            std::vector<i64> values = random_options(options, ~0u, draws);
            // Half of the rules are near the usual ones.
            if (draws.below(2))
                for (std::size_t i = 0; i < values.size(); ++i)
                    if (std::string_view(options[i].name) != "decks" && draws.below(6))
                        values[i] = usual[i];
            if (!check(values).empty()) return;
            check_game(G(values), draws, counts, round);
        };
        play(std::type_identity<Dabaifen>{}, dabaifen_options(), check_dabaifen);
        play(std::type_identity<Erqiwang>{}, erqiwang_options(), check_erqiwang);
        for (int i = 0; i < 3; ++i)
            play(std::type_identity<Shengji>{}, shengji_options(), check_shengji);
        check_game(Whist(random_options(whist_options(), 0, draws)), draws, counts, round);
    }
    if (counts.solved < rounds) fail("hardly any positions", counts.solved);
    std::printf("fuzz: %llu positions, %llu first plays (%llu throws and units) without fault\n",
                static_cast<unsigned long long>(counts.solved),
                static_cast<unsigned long long>(counts.plays),
                static_cast<unsigned long long>(counts.throws));
    return 0;
}
