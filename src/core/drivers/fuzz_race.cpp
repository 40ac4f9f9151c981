// The same for the climbing games for five: lists, counts, numbers and checks agree, any sets of
// cards are read without harm, positions from outside are refused or can be played, and random
// games played by rank end as those of the state machine.
#include "drivers/fuzz.hpp"
#include "game/baohuang.hpp"
#include "game/dadaa.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

using namespace pokerfast;
using namespace pokerfast::fuzz;

namespace {

constexpr u64 most_listed = 200;
constexpr int seats = race::seats_n;

// What the games differ in here.
bool cancels(const Dadaa& game, const AnyState&) {
    return game.rules().grassland;
}

bool cancels(const Baohuang&, const AnyState& state) {
    return Baohuang::of(state).quitter == race::nobody;
}

// What random play by rank must keep track of besides places and hands.
int tracked(const Dadaa&, const AnyState& state) {
    return Dadaa::of(state).known;
}

int tracked(const Baohuang&, const AnyState&) {
    return 0;
}

// What a setup can tell: not that somebody claimed to play alone.
bool can_be_told(const Dadaa&, const AnyState&) {
    return true;
}

bool can_be_told(const Baohuang&, const AnyState& state) {
    return Baohuang::of(state).claims == 0;
}

SetupArgs position_of(const Dadaa& game, const AnyState& state) {
    const dadaa::State& s = Dadaa::of(state);
    SetupArgs args;
    for (int i = 0; i < seats; ++i)
        if (game.side_of(state, i) == 0) args.sides.push_back(i);
    args.big_suit = s.suit;
    args.declarer = s.declarer;
    args.exposed = s.exposed();
    args.open = s.open;
    return args;
}

SetupArgs position_of(const Baohuang& game, const AnyState& state) {
    const baohuang::State& s = Baohuang::of(state);
    SetupArgs args;
    args.emperor = s.emperor;
    args.guard = s.guard == race::nobody ? -1 : s.guard;
    args.open = s.solo == baohuang::open;
    args.exposed = s.revealed;
    args.multiplier = game.multiplier(state);
    return args;
}

template <class G>
SetupArgs setup_of(const G& game, const AnyState& state) {
    const race::Round& r = G::round(state);
    SetupArgs args = position_of(game, state);
    for (const CardIds& hand : r.held) args.held.push_back({hand, true});
    args.to_move = r.turn;
    args.has_table = !r.leading();
    args.table_ids = {r.table_ids, true};
    args.table = r.table;
    args.table_by = game.table_by(state);
    for (int place = 1; place < seats; ++place)
        for (int i = 0; i < seats; ++i)
            if (r.place[i] == place) args.finished.push_back(i);
    return args;
}

// Random play by rank and by the state machine, with the same draws.
template <class G>
void compare_playout(const G& game, AnyState state, u64 seed, u64 round) {
    const Driver& driver = *find_driver(game.name());
    Draws draws(seed, round, Stream::policy), same = draws;
    AnyState other = state;
    Tally tally, expected;
    u64 moves = 0;
    while (!game.over(state)) {
        const u64 count = game.count(state);
        const Action action = choose_randomly(game, state, draws);
        driver.note(game, state, action, expected);
        game.apply(state, action);
        expected.choices += count;
        if (++moves > 20'000) fail("a game without end", round);
    }
    if (driver.finish_randomly(game, other, same, tally) != moves) fail("moves differ", round);
    double returns[seats], others[seats];
    game.returns(state, returns);
    game.returns(other, others);
    const race::Round &a = G::round(state), &b = G::round(other);
    bool equal = game.over(other) && tally.choices == expected.choices;
    equal &= std::equal(tally.counts, tally.counts + most_counts, expected.counts);
    equal &= std::equal(a.place, a.place + seats, b.place);
    equal &= std::equal(a.counts, a.counts + seats, b.counts);
    equal &= std::equal(returns, returns + seats, others);
    equal &= tracked(game, state) == tracked(game, other);
    equal &= driver.winning_side(game, state) == driver.winning_side(game, other);
    if (!equal || draws.below(60'000) != same.below(60'000)) fail("random games differ", round);
}

// A position from outside that was accepted.
template <class G>
void play_position(const G& game, const AnyState& state, Draws& draws, u64 round) {
    for (u64 seed = 0; seed < 4 && game.in_play(state); ++seed)
        compare_playout(game, state, seed, round);
    const double sum = play_out(game, state, draws, round);
    if (cancels(game, state) && std::fabs(sum) > 1e-9) fail("returns do not cancel", round);
}

RankCounts random_part(const RankCounts& of, Draws& draws) {
    RankCounts part;
    int slot = static_cast<int>(draws.below(slots_n));
    const int copies = 1 + static_cast<int>(draws.below(5));
    for (int n = 1 + static_cast<int>(draws.below(5)); n > 0; --n, slot = (slot + 1) % slots_n)
        part += ranks_of(slot, std::min(copies, of.of(slot)));
    if (draws.below(3) == 0) {
        slot = 13 + static_cast<int>(draws.below(3));
        part += ranks_of(slot, of.of(slot) - part.of(slot));
    }
    return part;
}

// Any cards are read alike by all who read them.
void check_readings(const Plays& plays, Draws& draws, u64 round) {
    const RankCounts cards = random_part(plays.pack(), draws),
                     more = random_part(plays.pack(), draws);
    const Reading a = plays.classify(cards), b = plays.classify(more);
    if (plays.reading_of_kind(cards, a.kind) != a) fail("a kind is read otherwise", round);
    if (a.kind == Kind::pass || b.kind == Kind::pass) return;
    const Combo play{cards, a, static_cast<u8>(cards.total())};
    const Combo table{more, b, static_cast<u8>(more.total())};
    if (!plays.is_reading(cards, a)) fail("a reading is none", round);
    if (plays.beats(play, table) && plays.beats(table, play)) fail("each beats the other", round);
    const bool best = plays.best_beating(cards, table).kind != Kind::pass;
    if (best != plays.beats(play, table)) fail("beating and best beating differ", round);
    if (plays.take_of(table).size &&
        !plays.is_reading(plays.take_of(table).cards, plays.take_of(table).reading))
        fail("what takes is no play", round);
}

using Key = std::array<u64, 3>;

Key key_of(const Action& action) {
    return {action.play.cards.word[0], action.play.cards.word[1],
            static_cast<u64>(action.kind == ActionKind::take)};
}

// Listed plays are different and legal, by id and by rank; and no others are.
template <class G>
void check_play(const G& game, const AnyState& state, Draws& draws, u64 round) {
    const race::Round& r = G::round(state);
    const Plays& plays = game.plays();
    const RankCounts& hand = r.counts[r.turn];
    const Combo on = r.on_table();
    const u64 count = game.count(state);
    std::vector<Combo> listed;
    if (r.leading())
        plays.leads(hand, listed);
    else
        plays.follows(hand, on, listed);
    const Combo take = plays.take_of(on);
    const bool takes = !r.leading() && take.size && hand.holds(take.cards);
    if (listed.size() + takes + !r.leading() != count) fail("list and count differ", round);
    std::set<Key> keys;
    const u64 step = count / most_listed + 1;
    for (u64 i = 0; i < count; ++i) {
        const Action action = game.unrank(state, i);
        if (action.kind != ActionKind::pass && !keys.insert(key_of(action)).second)
            fail("an action is listed twice", round);
        if (i < listed.size() && action.play != listed[i]) fail("list and number differ", round);
        if (i % step) continue;
        if (i < listed.size() && !r.leading() && !plays.beats(action.play, on))
            fail("a listed play does not beat", round);
        Action checked = action, by_rank = action;
        by_rank.ids = {};
        for (Action* again : {&checked, &by_rank})
            if (game.check(state, *again) != Code::ok || again->play != action.play ||
                !(again->ids == action.ids))
                fail("a listed action is refused or changes", round);
    }
    for (int i = 0; i < 20; ++i) {
        Action action;
        action.kind = draws.below(8) ? ActionKind::play : ActionKind::take;
        action.play.cards = random_part(hand, draws);
        const Code code = game.check(state, action);
        if ((code == Code::ok) != (keys.count(key_of(action)) > 0))
            fail("check and list differ", round);
    }
}

// Any actions at any time.
template <class G>
void check_any(const G& game, const AnyState& state, Draws& draws, u64 round) {
    for (int i = 0; i < 4; ++i) {
        Action action;
        action.kind = static_cast<ActionKind>(draws.below(static_cast<u32>(ActionKind::count_)));
        if (draws.below(2)) action.kind = choose_randomly(game, state, draws).kind;
        for (int n = static_cast<int>(draws.below(4)); n > 0; --n)
            action.ids.add(static_cast<int>(draws.below(most_packs * kinds_n)));
        if (draws.below(2)) action.ids = G::round(state).held[draws.below(seats)] & action.ids;
        if (draws.below(2)) action.play.cards = random_part(game.plays().pack(), draws);
        if (game.check(state, action) != Code::ok) continue;
        AnyState next = state;
        game.apply(next, action);
        if (draws.below(8) == 0) play_position(game, next, draws, round);
    }
    for (u64 i = 0; i < game.count(state) && !game.in_play(state); ++i) {
        Action action = game.unrank(state, i);
        if (game.check(state, action) != Code::ok) fail("a listed answer is refused", round);
    }
    Action left;
    if (game.auto_action(state, left) && game.check(state, left) != Code::ok)
        fail("what a seat left to the table does is refused", round);
}

// The same by rank, any copies.
void choose_copies(Action& action, const CardIds& held, u64 big_kinds, Draws& draws) {
    CardIds chosen;
    for (u32 slots = action.play.cards.plane(1); slots; slots &= slots - 1) {
        const int slot = lowest(slots);
        CardIds left = held.within(kinds_of_slot(slot, big_kinds));
        for (int n = action.play.cards.of(slot); n > 0; --n) {
            int i = static_cast<int>(draws.below(static_cast<u32>(left.size())));
            int deck = 0;
            for (; i >= count_bits64(left.deck[deck]); ++deck) i -= count_bits64(left.deck[deck]);
            CardIds card;
            card.deck[deck] = 1ull << select_bit64(left.deck[deck], static_cast<u32>(i));
            left = left - card;
            chosen = chosen | card;
        }
    }
    action.ids = chosen;
    action.exact = true;
}

// Who is to move sees all he may do; nobody sees other hands.
template <class G>
void check_views(const G& game, const AnyState& state, u64 round) {
    for (int viewer = -1; viewer < seats; ++viewer) {
        AnyState seen = state;
        game.redact(seen, viewer);
        for (int i = 0; i < seats; ++i)
            if (i != viewer && !G::round(seen).held[i].empty()) fail("a hand is seen", round);
        AnyState again = seen;
        game.redact(again, viewer);
        if (std::memcmp(again.bytes, seen.bytes, game.state_size())) fail("seen twice", round);
        if (viewer != game.seat(state)) continue;
        const u64 count = game.count(state), last = count - 1;
        if (game.count(seen) != count) fail("a player sees other choices", round);
        const Action a = game.unrank(state, last), b = game.unrank(seen, last);
        if (a.kind != b.kind || a.play != b.play) fail("a player sees another choice", round);
    }
}

// All cards of a rank go to one hand, and with them who belongs together.
void gather(SetupArgs& args, Draws& draws) {
    const int slot = draws.below(2) ? slot_ace : static_cast<int>(draws.below(15));
    CardIds rank;
    for (CardsArg& held : args.held) {
        rank = rank | held.ids.within(ids_of_slot(slot));
        held.ids = held.ids.within(~ids_of_slot(slot));
    }
    CardIds& hand = args.held[draws.below(seats)].ids;
    hand = hand | rank;
    args.sides.clear();
    args.declarer = -1;
    args.exposed = args.open = false;
}

// Few cards are left, aces among them.
void thin_out(SetupArgs& args, Draws& draws) {
    for (CardsArg& held : args.held)
        for (u64& ids : held.ids.deck)
            for (u64 left = ids & ~ids_of_slot(slot_ace); left; left &= left - 1)
                if (draws.below(8)) ids &= ~(left & (~left + 1));
}

void alter(SetupArgs& args, Draws& draws) {
    const auto any_seat = [&] { return static_cast<int>(draws.below(7)) - 1; };
    CardIds& hand = args.held[draws.below(seats)].ids;
    CardIds& other = args.held[draws.below(seats)].ids;
    switch (draws.below(14)) {
        case 0: args.to_move = any_seat(); return;
        case 1: args.table_by = any_seat(); return;
        case 2: args.emperor = any_seat(); return;
        case 3: args.guard = any_seat(); return;
        case 4: args.declarer = any_seat(); return;
        case 5: args.sides.push_back(any_seat()); return;
        case 6: {
            const int seat = any_seat();
            args.finished.push_back(seat);
            if (seat >= 0 && seat < seats) args.held[static_cast<std::size_t>(seat)].ids = {};
            return;
        }
        case 7: args.multiplier = 1 << draws.below(4); return;
        case 8: args.open = !args.open; return;
        case 9: {  // nearly all of one hand goes to another
            CardIds kept;
            kept.deck[0] = hand.deck[0] & (~hand.deck[0] + 1);
            const CardIds given = hand - kept;
            hand = kept;
            other = other | given;
            return;
        }
        case 10: {  // what was played comes back
            CardIds gone = {{full_deck, full_deck, 0, 0}};
            for (const CardsArg& held : args.held) gone = gone - held.ids;
            hand = hand | (gone - args.table_ids.ids);
            return;
        }
        default: {  // a card moves, vanishes, or is there twice
            CardIds card;
            card.add(static_cast<int>(draws.below(most_packs * kinds_n)));
            other = other - card;
            if (draws.below(3)) hand = hand | card;
        }
    }
}

template <class G>
void check_setups(const G& game, const AnyState& state, Draws& draws, u64 round) {
    AnyState made;
    SetupArgs args = setup_of(game, state);
    if (can_be_told(game, state) && !game.setup(made, args).empty())
        fail("a position that occurred is refused", round);
    if (draws.below(2)) thin_out(args, draws);
    if (draws.below(2)) gather(args, draws);
    for (int n = static_cast<int>(draws.below(3)); n > 0; --n) alter(args, draws);
    if (game.setup(made, args).empty()) play_position(game, made, draws, round);
}

// Seats are left to the table, come back, or quit.
template <class G>
void administer(const G& game, AnyState& state, Draws& draws, u64 round) {
    const int seat = static_cast<int>(draws.below(seats + 1)),
              what = static_cast<int>(draws.below(2));
    AnyState next = state;
    if (game.administer(next, seat, what) != Code::ok) {
        if (std::memcmp(next.bytes, state.bytes, game.state_size()))
            fail("refused, but changed", round);
    } else if (draws.below(2)) {
        state = next;
    }
    if (game.administer(next, static_cast<int>(draws.below(seats)), 2) != Code::ok) return;
    hostile_snapshots(game, next, draws, round,
                      [&](const AnyState& made) { play_position(game, made, draws, round); });
    play_position(game, next, draws, round);
}

template <class G>
void play_round(const G& game, Draws& draws, u64 round) {
    AnyState state;
    StartArgs args;
    args.seed = round;
    args.from_play = draws.below(3) == 0;
    if (!game.start(state, args).empty()) fail("a deal is refused", round);
    const auto hostile = [&] {
        hostile_snapshots(game, state, draws, round,
                          [&](const AnyState& made) { play_position(game, made, draws, round); });
    };
    for (int moves = 0; !game.over(state); ++moves) {
        if (moves > 20'000) fail("a game without end", round);
        const bool in_play = game.in_play(state);
        if (in_play && draws.below(8) == 0) check_play(game, state, draws, round);
        if (draws.below(8) == 0) check_any(game, state, draws, round);
        if (draws.below(8) == 0) check_views(game, state, round);
        if (draws.below(20) == 0) hostile();
        if (in_play && draws.below(32) == 0) check_setups(game, state, draws, round);
        if (in_play && draws.below(32) == 0) compare_playout(game, state, 0, round);
        if (draws.below(48) == 0) administer(game, state, draws, round);
        Action action = choose_randomly(game, state, draws);
        if (in_play && action.kind != ActionKind::pass && draws.below(2)) {
            const race::Round& r = G::round(state);
            choose_copies(action, r.held[r.turn], game.big_kinds(state), draws);
            if (game.check(state, action) != Code::ok) fail("other copies are refused", round);
        }
        game.apply(state, action);
    }
    hostile();
    check_views(game, state, round);
    for (int i = 0; i < 50; ++i) check_readings(game.plays(), draws, round);
}

// States made side by side are those that are made alone.
void compare_starts(const Game& game, u64 round) {
    const Driver& driver = *find_driver(game.name());
    if (!driver.start_at_play) return;
    AnyState together[draw_lanes], alone;
    driver.start_at_play(game, together, round, 16 * round);
    for (int i = 0; i < draw_lanes; ++i) {
        StartArgs args;
        args.seed = round;
        args.game = 16 * round + static_cast<u64>(i);
        args.from_play = true;
        game.start(alone, args);
        if (std::memcmp(alone.bytes, together[i].bytes, game.state_size()))
            fail("a start of play differs", round);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(555, round, Stream::policy);
        const Dadaa dadaa(random_options(dadaa_options(), 0, draws));
        const Baohuang baohuang(random_options(baohuang_options(), 0, draws));
        compare_starts(dadaa, round);
        play_round(dadaa, draws, round);
        play_round(baohuang, draws, round);
        if (round % 50) continue;
        compare_workers(dadaa);
        compare_workers(baohuang);
    }
    for (const char* name : {"dadaa", "baohuang"}) compare_workers(*default_game(*find_game(name)));
    std::printf("fuzz: %llu rounds without fault\n", static_cast<unsigned long long>(rounds));
    return 0;
}
