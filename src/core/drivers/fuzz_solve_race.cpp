// The solver of the climbing games for five against plain minimax on the state machine: what every
// move of small positions is worth under random rules, with tables of every size, and lines.
#include "drivers/fuzz.hpp"
#include "game/dadaa.hpp"
#include "solve/race_solver.hpp"

#include <map>
#include <string>

using namespace pokerfast;
using namespace pokerfast::fuzz;
using solve::RaceMove;
using solve::RaceSolver;
using solve::Range;

namespace {

constexpr std::size_t most_positions = 30'000;

class Minimax {
  public:
    explicit Minimax(const RaceGame& game) : game_(game) {}

    bool too_large() const { return known_.size() > most_positions; }

    // What the chief of side 0 gets.
    double value(const AnyState& state) {
        if (game_.over(state)) {
            double returns[most_seats];
            game_.returns(state, returns);
            return returns[game_.chief(state)];
        }
        const std::string name = name_of(state);
        if (const auto found = known_.find(name); found != known_.end()) return found->second;
        const bool most = game_.side_of(state, game_.seat(state)) == 0;
        const u64 n = game_.count(state);
        double best = 0;
        for (u64 i = 0; i < n && !too_large(); ++i) {
            AnyState next = state;
            game_.apply(next, game_.unrank(state, i));
            const double worth = value(next);
            if (i == 0 || (most ? worth > best : worth < best)) best = worth;
        }
        return known_[name] = best;
    }

  private:
    // Not the packed fields alone: which physical card it is matters to nobody here.
    std::string name_of(const AnyState& state) const {
        const race::Round& r = RaceGame::round(state);
        std::string name(reinterpret_cast<const char*>(r.counts), sizeof r.counts);
        name.append(reinterpret_cast<const char*>(&r.table_cards), sizeof r.table_cards);
        name.append(reinterpret_cast<const char*>(r.place), sizeof r.place);
        for (const int part : {static_cast<int>(r.table.kind), static_cast<int>(r.table.rank),
                               static_cast<int>(r.table.length), static_cast<int>(r.table_by),
                               static_cast<int>(r.turn), static_cast<int>(game_.exposure(state))})
            name.push_back(static_cast<char>(part));
        return name;
    }

    const RaceGame& game_;
    std::map<std::string, double> known_;
};

// The hands of a deal cut down to a few cards each, of few ranks, so that there are sets and fours;
// then some moves on.
bool random_position(const RaceGame& game, u64 round, Draws& draws, AnyState& state) {
    StartArgs args;
    args.seed = 77;
    args.game = round;
    args.from_play = true;
    if (!game.start(state, args).empty()) fail("a deal is refused", round);
    race::Round& r = RaceGame::round(state);
    const u64 big = game.big_kinds(state);
    const u32 most = 1 + draws.below(4);
    u64 favoured = 0;  // kinds
    for (int n = 0; n < 4; ++n) favoured |= 0x8004002001ull << draws.below(13);
    favoured |= 0x8004002001ull << 1;  // fours
    if (draws.below(3) == 0) favoured = ~0ull;
    for (CardIds& hand : r.held) {
        u8 ids[deck_size * most_packs];
        u32 n = 0;
        for (int deck = 0; deck < most_packs; ++deck)
            for (u64 left = hand.deck[deck]; left; left &= left - 1) {
                const int kind = lowest(left);
                if (favoured >> kind & 1 || kind >= 52 || big >> kind & 1 || draws.below(12) == 0)
                    ids[n++] = static_cast<u8>(deck * deck_size + kind);
            }
        if (n == 0) return false;
        hand = {};
        for (u32 size = 1 + draws.below(most); size > 0 && n > 0; --size) {
            const u32 at = draws.below(n);
            hand.add(ids[at]);
            ids[at] = ids[--n];
        }
    }
    if (dynamic_cast<const Dadaa*>(&game)) {
        // Big aces that nobody holds any more were seen.
        dadaa::State& s = Dadaa::of(state);
        u32 held = 0;
        for (const CardIds& hand : r.held) held |= dadaa::aces_of(hand, s.suit);
        s.known = static_cast<u8>(s.known | (3 & ~held));
        if (draws.below(8) == 0) s.known = 3;
    }
    if (!game.validate(state).empty()) return false;
    for (u32 steps = draws.below(6); steps > 0; --steps) {
        AnyState next = state;
        game.apply(next, game.unrank(next, draws.below_wide(game.count(next))));
        if (game.over(next)) break;
        state = next;
    }
    return true;
}

void check_line(const RaceGame& game, AnyState state, const std::vector<RaceMove>& line,
                double value, u64 round) {
    for (const RaceMove& move : line) {
        if (game.over(state)) fail("a line goes on too long", round);
        Action action;
        action.kind = move.play.reading.kind == Kind::pass ? ActionKind::pass
                      : move.take                          ? ActionKind::take
                                                           : ActionKind::play;
        action.play = move.play;
        if (game.check(state, action) != Code::ok) fail("a line has an illegal move", round);
        game.apply(state, action);
    }
    if (!game.over(state)) fail("a line does not end", round);
    double returns[most_seats];
    game.returns(state, returns);
    if (returns[game.chief(state)] != value) fail("a line is worth something else", round);
}

bool check_position(const RaceGame& game, const AnyState& state, Draws& draws, u64 round) {
    Minimax slow(game);
    const double value = slow.value(state);
    if (slow.too_large()) return false;
    const std::size_t bytes = std::size_t{1} << (8 + draws.below(20));
    RaceSolver fast(game, state, bytes, {});
    const std::vector<double>& values = fast.values();
    const auto worth = [&](int number) { return values[static_cast<std::size_t>(number)]; };
    const Range root = fast.root();
    if (!root.exact() || worth(root.lower) != value) fail("another value", round);
    if (fast.moves().size() != game.count(state)) fail("other moves", round);
    const std::vector<std::size_t> likes = fast.likes();
    std::vector<int> found(likes.size());
    for (const std::size_t i : fast.order()) {
        AnyState next = state;
        game.apply(next, game.unrank(state, i));
        const double after = slow.value(next);
        if (slow.too_large()) return false;
        const Range range = fast.after_move(i);
        if (!range.exact() || worth(range.lower) != after) fail("another value of a move", round);
        found[i] = range.lower;
        check_line(game, state, fast.line(i, range.lower), after, round);
    }
    for (std::size_t i = 0; i < likes.size(); ++i)
        if (found[i] != found[likes[i]]) fail("moves are not alike", round);
    const auto best = fast.best(root.lower);
    if (!best || found[*best] != root.lower) fail("another best move", round);

    solve::Limits limits;
    limits.nodes = draws.below(200);
    RaceSolver short_of(game, state, bytes, limits);
    const Range bounds = short_of.root();
    if (bounds.lower > root.lower || bounds.upper < root.upper) fail("false bounds", round);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    // A position costs as much as some games.
    const u64 rounds = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000) / 4;
    for (const char* name : {"dadaa", "baohuang"}) {
        const GameEntry& entry = *find_game(name);
        u64 solved = 0;
        for (u64 round = 0; round < rounds; ++round) {
            Draws draws(8765, round, Stream::policy);
            const std::vector<i64> values = random_options(entry.options(), ~0u, draws);
            if (!entry.check(values).empty()) continue;
            const auto game = entry.make(values);
            const auto& race = dynamic_cast<const RaceGame&>(*game);
            AnyState state;
            if (random_position(race, round, draws, state))
                solved += check_position(race, state, draws, round);
        }
        if (solved < rounds / 4) fail("hardly any positions", solved);
        std::printf("fuzz: %s, %llu positions without fault\n", name,
                    static_cast<unsigned long long>(solved));
    }
    return 0;
}
