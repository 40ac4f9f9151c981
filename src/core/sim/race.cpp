#include "sim/race.hpp"

#include "cards/deal_ids.hpp"
#include "sim/baohuang_playout.hpp"
#include "sim/dadaa_playout.hpp"

namespace pokerfast {

namespace {

// Counts of a game: its plays by kind, taking where it exists, passes.
struct Counted {
    int n = 0;
    const char* names[most_counts] = {};
    u8 of_kind[kinds_count] = {};
    int take = 0, pass = 0;
};

consteval Counted make_counted(std::initializer_list<Kind> kinds, bool takes) {
    Counted counted;
    for (const Kind kind : kinds) {
        counted.of_kind[static_cast<int>(kind)] = static_cast<u8>(counted.n);
        counted.names[counted.n++] = kind_names[static_cast<int>(kind)];
    }
    counted.take = counted.n;
    if (takes) counted.names[counted.n++] = "take";
    counted.pass = counted.n;
    counted.names[counted.n++] = "pass";
    return counted;
}

consteval Counted count_dadaa() {
    using enum Kind;
    return make_counted(
        {single, joker, big_ace, pair, dragon, double_dragon, egg, big_egg, joker_pair, egg_chain,
         false_eight, true_seven, joker3, joker4, big_ace_pair},
        true);
}

constexpr Counted of_dadaa = count_dadaa();
constexpr Counted of_baohuang = make_counted({Kind::set, Kind::jokers_set, Kind::jokers}, false);

template <const Counted& counted>
void note(const Game&, const AnyState&, const Action& action, Tally& tally) {
    if (action.kind == ActionKind::play)
        ++tally.counts[counted.of_kind[static_cast<int>(action.play.reading.kind)]];
    if (action.kind == ActionKind::take) ++tally.counts[counted.take];
    if (action.kind == ActionKind::pass) ++tally.counts[counted.pass];
}

template <class G, class Moves, const Counted& counted>
u64 finish_randomly(const Game& game, AnyState& state, Draws& draws, Tally& tally) {
    typename G::State& s = G::of(state);
    Moves moves(static_cast<const G&>(game), s);
    RacePlayoutTally played;
    play_race_randomly(moves, s.round, draws, played);
    // Only what the score reads is written back; which physical cards went is settled by nobody.
    moves.write_back(s);
    for (int kind = 0; kind < kinds_count; ++kind)
        tally.counts[counted.of_kind[kind]] += played.kinds[kind];
    tally.counts[counted.take] += played.takes;
    tally.counts[counted.pass] += played.passes;
    tally.choices += played.choices;
    return played.moves();
}

// The same states as Game::start with from_play makes. Of the order in which cards come, all that
// matters is which of two aces came first, so it is made for the hands that hold one.
void start_dadaa(const Game& game, AnyState* states, u64 seed, u64 first_game) {
    const Dadaa& dadaa = static_cast<const Dadaa&>(game);
    for (int lane = 0; lane < draw_lanes; ++lane) {
        AnyState& state = states[lane];
        const u64 number = first_game + static_cast<u64>(lane);
        if (dadaa.rules().no_reveal == no_reveal::redeal) {
            StartArgs args;
            args.seed = seed;
            args.game = number;
            args.from_play = true;
            dadaa.start(state, args);
            continue;
        }
        dadaa.blank(state);
        dadaa::State& s = Dadaa::of(state);
        race::Round& r = s.round;
        r.seed = seed;
        r.game = number;
        Draws chance(seed, number, Stream::chance);
        r.first = static_cast<u8>(chance.below(race::seats_n));
        s.suit = 1;
        if (dadaa.rules().no_reveal == no_reveal::random_suit) {
            chance.seek(1);
            s.suit = static_cast<u8>(chance.below(4));
        }
        const u64 ace = dadaa.big_kinds(state);
        u8 sizes[race::seats_n], order[dadaa::pack_size];
        int turn[race::seats_n];  // in which the seats draw
        for (int i = 0; i < race::seats_n; ++i) {
            turn[i] = (i - r.first + race::seats_n) % race::seats_n;
            sizes[i] = turn[i] < 3 ? 22 : 21;
        }
        deal_ids(seed, number, 0, 2, full_deck, sizes, r.held);
        for (int i = 0; i < race::seats_n; ++i) {
            s.sides = static_cast<u8>(s.sides | (r.held[i].kinds() & ace ? 1 << i : 0));
            r.counts[i] = ranks_of(r.held[i], ace);
        }
        deal_order(seed, number, 0, sizes, r.held, s.sides, order);
        const u8* cards = order;
        int earliest = dadaa::pack_size;
        for (int i = 0; i < race::seats_n; cards += sizes[i++]) {
            if (!(s.sides >> i & 1)) continue;
            int place = 0;
            while (cards[place] % kinds_n != lowest(ace)) ++place;
            const int when = race::seats_n * place + turn[i];
            if (when > earliest) continue;
            earliest = when;
            s.declarer = static_cast<u8>(i);
            s.known = static_cast<u8>(1 << cards[place] / kinds_n);
        }
        r.phase = race::play;
        r.turn = s.declarer;
    }
}

template <class G>
int winning_side(const Game& game, const AnyState& state) {
    return static_cast<const G&>(game).winner(G::of(state));
}

constexpr const char* dadaa_sides[] = {"big_ace", "others", "draw"};
constexpr const char* baohuang_sides[] = {"emperor", "rebels"};
template <auto greedy>
constexpr Policy policies[] = {
    {"random", "uniform over the legal actions", choose_randomly},
    {"greedy", "goes out in as few plays as it can, strong cards late, never over a team-mate",
     greedy},
};

// A random game takes about 83 and 119 draws.
constexpr Driver driver_of_dadaa{"dadaa",
                                 dadaa_sides,
                                 {of_dadaa.names, static_cast<std::size_t>(of_dadaa.n)},
                                 policies<choose_greedily_dadaa>,
                                 11,
                                 start_dadaa,
                                 winning_side<Dadaa>,
                                 note<of_dadaa>,
                                 finish_randomly<Dadaa, DadaaMoves, of_dadaa>};
constexpr Driver driver_of_baohuang{"baohuang",
                                    baohuang_sides,
                                    {of_baohuang.names, static_cast<std::size_t>(of_baohuang.n)},
                                    policies<choose_greedily_baohuang>,
                                    15,
                                    nullptr,
                                    winning_side<Baohuang>,
                                    note<of_baohuang>,
                                    finish_randomly<Baohuang, BaohuangMoves, of_baohuang>};

}  // namespace

const Driver& baohuang_driver() {
    return driver_of_baohuang;
}

const Driver& dadaa_driver() {
    return driver_of_dadaa;
}

}  // namespace pokerfast
