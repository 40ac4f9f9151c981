// The kernel: random play of many games, in the terms of `Lanes`, which the back end's file defines
// before it includes this.
//
// Games wait in two stacks, of leaders and of followers, and every step takes a vector full of one
// sort, so that lanes never diverge. A game is fifteen words: the planes of three hands, the
// mover's first, the table, where its next draw stands, and its record (WidePosition). After each
// play the two others are tested, and who can't beat it passes at once: these passes cost no draw.
//
// Everything must come out as in sim/playout.cpp: the number of a play is its place in the walk, a
// pass the last, and a single choice costs no draw.
#pragma once

#include "sim/wide/draws.hpp"

namespace pokerfast {

namespace {

constexpr int words_n = 15;
enum { word_table = 12, word_draw, word_record };

struct Games {
    Hand hand[3];
    V table, draw, record;
};

// What the movers do.
struct Move {
    M active;  // lanes that move here
    M plays;
    V rank, length, kind;  // of what is on the table then
    V table;               // the same in one word
    V count;               // legal actions
};

// Followers fill a stack from the bottom up, leaders one from the top down, so that one shuffle of
// a word serves both. Vectors may reach past either end.
constexpr int last_leader = 5 * lanes_n, room = last_leader + lanes_n;

class Kernel {
  public:
    Kernel(const WidePlan& wide, const Plan& plan, u64 seed) : plan_(plan), draws_(seed) {
        const auto mask = [](int word) { return Lanes::set1(word); };
        pair_ = mask(wide.pair);
        solo_chain_ = mask(wide.solo_chain & chain_ranks);
        pair_chain_ = mask(wide.pair_chain & chain_ranks);
        trio_ = mask(wide.trio);
        trio_solo_ = mask(wide.trio_solo);
        trio_pair_ = mask(wide.trio_pair);
        trio_chain_ = mask(wide.trio_chain);
        trio_solo_chain_ = mask(wide.trio_solo_chain);
        trio_pair_chain_ = mask(wide.trio_pair_chain);
        four_two_solo_ = mask(wide.four_two_solo);
        four_two_pair_ = mask(wide.four_two_pair);
        bomb_ = mask(wide.bomb);
        rocket_ = mask(wide.rocket & joker_slots);
        wings2_ = mask(wide.wings2);
        body_wings_ = mask(wide.body_wings);
        repeat_pairs_ = mask(wide.repeat_pairs);
        four_pair_ = mask(wide.four_pair);
        split_jokers_ = mask(wide.split_jokers & joker_slots);
        formations_ = wide.trio_chain | wide.trio_solo_chain | wide.trio_pair_chain |
                      wide.four_two_solo | wide.four_two_pair;
    }

    void play(WideJob& job) {
        job_ = &job;
        u32 next = 0;
        for (;;) {
            const int followers = follow_n_, leaders = last_leader - lead_low_;
            if (followers >= lanes_n)
                follow(lanes_n);
            else if (leaders >= lanes_n)
                lead(lanes_n);
            else if (next < job.games)
                next += begin(next);
            else if (followers)
                follow(followers);
            else if (leaders)
                lead(leaders);
            else
                break;
        }
        end_games();
        count_log();
        job.choices += choices();
        for (int kind = 0; kind < 16; ++kind) job.kinds[kind] += kinds_[kind];
    }

    void step(WideStep& step) {
        u64 games[lanes_n] = {};
        u32 blocks[lanes_n] = {};
        alignas(64) u16 draw[lanes_n];
        Lanes::store(draw, draws_.open(step.games, games, blocks));
        int& low = lead_low_;
        u16 slots[lanes_n];
        for (int i = 0; i < step.games; ++i) {
            const WidePosition& position = step.positions[i];
            u16* const words = step.leading ? &lead_[0][--low] : &follow_[0][follow_n_++];
            for (int j = 0; j < 12; ++j) words[j * room] = position.planes[j / 4][j % 4];
            words[word_table * room] = position.table;
            words[word_draw * room] = slots[i] = draw[i];
            words[word_record * room] = position.record;
            draws_.set(draw[i], step.draws[i]);
        }
        if (step.leading)
            lead(step.games);
        else
            follow(step.games);
        step.choices = choices();
        const auto give_back = [&](const u16* words, bool leading) {
            int i = 0;
            while (slots[i] >> row_bits != words[word_draw * room] >> row_bits) ++i;
            WidePosition& position = step.positions[i];
            for (int j = 0; j < 12; ++j) position.planes[j / 4][j % 4] = words[j * room];
            position.table = words[word_table * room];
            if (leading) position.table &= static_cast<u16>(~(table_passed | table_reading));
            position.record = words[word_record * room];
            step.drawn[i] = words[word_draw * room] != slots[i];
            step.over[i] = false;
        };
        for (int i = 0; i < step.games; ++i) step.over[i] = true;
        for (int i = 0; i < follow_n_; ++i) give_back(&follow_[0][i], false);
        for (int i = low; i < last_leader; ++i) give_back(&lead_[0][i], true);
    }

  private:
    // ---- games begin and end

    // Deals a vector full, or what is left; answers how many.
    u32 begin(u32 from) {
        end_games();
        const u32 left = job_->games - from;
        const u32 count = left < lanes_n ? left : lanes_n;
        u64 numbers[lanes_n];
        u32 blocks[lanes_n] = {};
        Games games;
        if (job_->starts) {
            alignas(64) u16 words[12][lanes_n];
            alignas(64) u16 offset[lanes_n];
            for (u32 i = 0; i < lanes_n; ++i) {
                const WideStart& start = job_->starts[from + (i < count ? i : 0)];
                for (int j = 0; j < 12; ++j) words[j][i] = start.planes[j / 4][j % 4];
                numbers[i] = start.game;
                blocks[i] = start.draw >> 3;
                offset[i] = start.draw & 7;
            }
            for (int seat = 0; seat < 3; ++seat)
                games.hand[seat] = {Lanes::load(words[4 * seat]), Lanes::load(words[4 * seat + 1]),
                                    Lanes::load(words[4 * seat + 2]),
                                    Lanes::load(words[4 * seat + 3])};
            games.draw = draws_.open(static_cast<int>(count), numbers, blocks);
            alignas(64) u16 draw[lanes_n];
            Lanes::store(draw, games.draw);
            for (u32 i = 0; i < count; ++i) number_[draw[i] >> row_bits] = from + i;
            games.draw += Lanes::load(offset);
        } else {
            for (u32 i = 0; i < lanes_n; ++i) numbers[i] = job_->first + from + i;
            games.draw = draws_.open(static_cast<int>(count), numbers, blocks);
            draws_.deal(job_->first + from, games.hand);
        }
        games.table = games.record = V{};
        push(games, 0, Lanes::bits(Lanes::first(static_cast<int>(count))));
        return count;
    }

    // Games whose last card was played since this was asked before.
    __attribute__((noinline)) void end_games() {
        for (int i = 0; i < ended_n_; ++i) end(ended_[0][i], ended_[1][i], ended_[2][i]);
        ended_n_ = 0;
    }

    // `landlord`: its place after the winner.
    void end(u16 draw, u16 record, int landlord) {
        if (job_->starts) {
            WideEnd& end = job_->ends[number_[draw >> row_bits]];
            end.record = record;
            end.winner = static_cast<u8>((3 - landlord) % 3);
        } else {
            ++job_->lengths[record & 0xff];
            ++job_->outcomes[landlord == 0][record >> 8];
        }
        draws_.close(draw);
    }

    // ---- stacks

    PF_INLINE static void load_hand(const u16* words, Hand& hand) {
        hand = {Lanes::loadu(words), Lanes::loadu(words + room), Lanes::loadu(words + 2 * room),
                Lanes::loadu(words + 3 * room)};
    }

    PF_INLINE Games load(u16* words, int n) {
        // Lanes without a game must not point at just any draw.
        for (int i = n; i < lanes_n; ++i) words[word_draw * room + i] = no_slot << row_bits;
        Games games;
        games.draw = Lanes::loadu(words + word_draw * room);
        if (__builtin_expect(WideDraws::spent(games.draw), 0)) {
            for (int i = 0; i < n; ++i) {
                u16& draw = words[word_draw * room + i];
                draw = draws_.renewed(draw);
            }
            games.draw = Lanes::loadu(words + word_draw * room);
        }
        for (int j = 0; j < 3; ++j) load_hand(words + 4 * j * room, games.hand[j]);
        games.table = Lanes::loadu(words + word_table * room);
        games.record = Lanes::loadu(words + word_record * room);
        return games;
    }

    // Games of the lanes `follow` and `lead` to their stacks. Of a leader's table only the
    // landlord's place is read.
    PF_INLINE void push(const Games& games, u32 follow, u32 lead) {
        const Lanes::Order order = Lanes::order(follow, lead);
        u16* const top = &follow_[0][follow_n_];
        u16* const bottom = &lead_[0][lead_low_];
        int word = 0;
        const auto put = [&](V value) {
            Lanes::place(top + word * room, bottom + word * room, value, order);
            ++word;
        };
        for (const Hand& hand : games.hand) {
            put(hand.p1);
            put(hand.p2);
            put(hand.p3);
            put(hand.p4);
        }
        put(games.table);
        put(games.draw);
        put(games.record);
        follow_n_ += __builtin_popcount(follow);
        lead_low_ -= __builtin_popcount(lead);
    }

    // ---- one step

    PF_INLINE V below(V count, V& draw, const u16* places, M active) {
        const V x = draws_.at(places);
        V value = Lanes::mulhi(x, count);
        const V low = x * count;
        // As in Draws::below: too low a product may have to be drawn again; one choice never.
        const u32 doubtful = Lanes::bits(active & Lanes::lt_unsigned(low, count));
        if (__builtin_expect(doubtful, 0)) value = settled(doubtful, value, x, count, draw);
        draw = Lanes::plus(draw, Lanes::gt(count, all<1>()));
        return value;
    }

    __attribute__((noinline)) V settled(u32 doubtful, V value, V x, V count, V draw) const {
        alignas(64) u16 values[lanes_n], xs[lanes_n], counts[lanes_n], draws[lanes_n];
        Lanes::store(values, value);
        Lanes::store(xs, x);
        Lanes::store(counts, count);
        Lanes::store(draws, draw);
        for (; doubtful; doubtful &= doubtful - 1) {
            const int i = __builtin_ctz(doubtful);
            values[i] = draws_.settle(draws[i], counts[i], static_cast<u32>(xs[i]) * counts[i]);
        }
        return Lanes::load(values);
    }

    PF_INLINE M beats(const Table& table, const Hand& hand) const {
        using enum Kind;
        const V bombs =
            Lanes::drop(Lanes::among<kinds_of(bomb, rocket)>(table.kinds), hand.p4 & bomb_);
        return Lanes::nz(bodies_above(table, hand) | bombs) | rocket_in(table, hand);
    }

    PF_INLINE M rocket_in(const Table& table, const Hand& hand) const {
        return Lanes::gt(hand.p1 & rocket_, all<joker_slots - 1>()) &
               ~Lanes::among<kinds_of(Kind::rocket)>(table.kinds);
    }

    // What follows from the moves: records, ends, the passes that are forced, and whose turn it is.
    template <bool leading>
    PF_INLINE void settle_moves(Games& games, const Move& move, V landlord) {
        const V zero{}, one = all<1>();
        const Table table = read_table(move.rank, move.length, move.kind);
        const M won = move.active & Lanes::eq(games.hand[0].p1, zero);
        const M passes = leading ? move.active & ~move.active : move.active & ~move.plays;
        // Both others have passed: the next one leads.
        const M through = passes & Lanes::nz(games.table & all<table_passed>());
        const M open = move.active & ~(won | through);
        const M first = open & ~beats(table, games.hand[1]);
        const M second = first & move.plays & ~beats(table, games.hand[2]);
        const M leads = through | (first & passes) | second;
        const M follows = move.active & ~(won | leads);

        const V forced = Lanes::plus(Lanes::plus(zero, first), second);
        choices_ = Lanes::sum(choices_, Lanes::keep(move.active, move.count + forced));
        log(Lanes::sel(move.active & move.plays, move.kind, all<15>()));

        const M landlords = Lanes::eq(landlord, zero);
        V played = Lanes::keep(Lanes::among<kinds_of(Kind::bomb, Kind::rocket)>(table.kinds),
                               all<record_bomb>());
        if (leading) {
            // The landlord's first lead is the first move of all.
            const V again = Lanes::keep(Lanes::nz(games.record), all<record_again>());
            games.record |= Lanes::sel(landlords, again, all<record_farmer>());
            games.record += played;
        } else {
            const V who = Lanes::sel(landlords, all<record_again>(), all<record_farmer>());
            games.record |= Lanes::keep(move.plays, who);
            games.record += Lanes::keep(move.plays, played);
        }
        games.record += forced + one;

        const u32 over = Lanes::bits(won);
        const Lanes::Order ended = Lanes::order(over, 0);
        Lanes::place_front(&ended_[0][ended_n_], games.draw, ended);
        Lanes::place_front(&ended_[1][ended_n_], games.record, ended);
        Lanes::place_front(&ended_[2][ended_n_], landlord, ended);
        ended_n_ += __builtin_popcount(over);

        const auto turn = [&](V& mover, V& next, V& last) {
            const V a = next, b = last, c = mover;
            mover = Lanes::sel(second, c, Lanes::sel(first, b, a));
            next = Lanes::sel(second, a, Lanes::sel(first, c, b));
            last = Lanes::sel(second, b, Lanes::sel(first, a, c));
        };
        Hand(&hands)[3] = games.hand;
        turn(hands[0].p1, hands[1].p1, hands[2].p1);
        turn(hands[0].p2, hands[1].p2, hands[2].p2);
        turn(hands[0].p3, hands[1].p3, hands[2].p3);
        turn(hands[0].p4, hands[1].p4, hands[2].p4);
        // The landlord's place after whoever moves then, modulo 3.
        V place = landlord + all<2>() - forced;
        place = Lanes::min(place, place - all<3>());
        const M passed = passes | first;
        games.table =
            move.table | place << table_landlord | Lanes::keep(passed, all<table_passed>());
        push(games, Lanes::bits(follows), Lanes::bits(leads));
    }

    __attribute__((noinline)) void follow(int n) {
        using enum Kind;
        u16* const words = &follow_[0][follow_n_ -= n];
        Games games = load(words, n);
        Hand& hand = games.hand[0];
        const V one = all<1>();
        const V rank = games.table & all<15>(), length = games.table >> length_at & all<15>();
        const V kind = games.table >> kind_at & all<15>(), landlord = games.table >> table_landlord;
        const Table table = read_table(rank, length, kind);
        const M active = Lanes::first(n);

        const V bodies = bodies_above(table, hand);
        const M winged = Lanes::among<kinds_of(trio_solo, trio_pair)>(table.kinds);
        const M paired = Lanes::among<kinds_of(trio_pair)>(table.kinds);
        V count = Lanes::popc(bodies), wings{}, each{};
        const bool some_winged = Lanes::any(winged & active);
        if (some_winged) {
            wings = Lanes::sel(paired, hand.p2, hand.p1);
            each = Lanes::popc(wings) - one;
            count = Lanes::sel(winged, count * each, count);
        }
        // Formations are left to the walk, if there is a body at all.
        const M rare =
            active & Lanes::nz(bodies) &
            Lanes::among<kinds_of(trio_solo_chain, trio_pair_chain, four_two_solo, four_two_pair)>(
                table.kinds);
        const V fours =
            Lanes::drop(Lanes::among<kinds_of(bomb, rocket)>(table.kinds), hand.p4 & bomb_);
        const V bombs = Lanes::popc(fours);
        const V last = Lanes::plus(count + bombs, rocket_in(table, hand));

        Move move;
        move.count = last + one;
        move.active = active & ~rare;
        const V x = below(move.count, games.draw, words + word_draw * room, move.active);
        move.plays = ~Lanes::eq(x, last);
        const M same = Lanes::gt(count, x);
        V place = x - count;
        const M bombed = Lanes::gt(bombs, place) & ~same;
        const M rocketed = move.plays & ~(same | bombed);

        const M with_wing = same & winged;
        V index = x, wing{};
        if (some_winged) {
            const V body = Lanes::divided(x, each);
            wing = x - body * each;
            index = Lanes::sel(winged, body, x);
        }
        index = Lanes::sel(bombed, place, index);
        move.rank = select_bits(Lanes::sel(bombed, fours, bodies), index);
        V ranks = Lanes::bit(move.rank + Lanes::sel(bombed, one, length)) - Lanes::bit(move.rank);
        ranks = Lanes::keep(same | bombed, ranks);
        ranks = Lanes::sel(rocketed, all<joker_slots>(), ranks);
        move.kind = Lanes::sel(bombed, code<bomb>(), Lanes::sel(rocketed, code<rocket>(), kind));
        move.length = Lanes::sel(bombed | rocketed, one, length);
        move.rank = Lanes::sel(rocketed, all<top_rank>(), move.rank);
        move.rank = Lanes::sel(move.plays, move.rank, rank);
        move.table = move.rank | move.length << length_at | move.kind << kind_at;

        V taken = ranks, twice{};
        if (some_winged && Lanes::any(with_wing)) {
            const V rank_bit = Lanes::keep(with_wing, ranks);
            const V at = Lanes::bit(select_bits(wings & ~rank_bit, wing));
            taken |= Lanes::keep(with_wing, at);
            twice = Lanes::keep(with_wing & paired, at);
        }
        const Lanes::Kinds kinds = Lanes::kinds(move.kind);
        const V twos = Lanes::drop(Lanes::among<kinds_of(solo, solo_chain, rocket)>(kinds), ranks);
        const V threes = Lanes::drop(Lanes::among<kinds_of(Kind::pair, pair_chain)>(kinds), twos);
        const V fourth = Lanes::keep(Lanes::among<kinds_of(bomb)>(kinds), ranks);

        const u32 left_out = Lanes::bits(rare);
        alignas(64) u16 saved[words_n][lanes_n];
        if (__builtin_expect(left_out, 0)) save(words, saved);
        take(hand, taken, twos | twice, threes, fourth);
        settle_moves<false>(games, move, landlord);
        for (u32 left = left_out; left; left &= left - 1)
            move_by_walk(saved, __builtin_ctz(left), false);
    }

    // What the leads of a hand are, kind after kind in the order of the walk.
    __attribute__((noinline)) void lead(int n) {
        using enum Kind;
        u16* const words = &lead_[0][lead_low_];
        lead_low_ += n;
        Games games = load(words, n);
        Hand& hand = games.hand[0];
        const V zero{}, one = all<1>();
        const V landlord = games.table >> table_landlord;
        const M active = Lanes::first(n);

        const V n1 = Lanes::popc(hand.p1), n2 = Lanes::popc(hand.p2), n3 = Lanes::popc(hand.p3),
                n4 = Lanes::popc(hand.p4);
        // Chains of the shortest length, and what makes them longer by one.
        V solo_starts = hand.p1 & solo_chain_;
        solo_starts &= solo_starts >> 1;
        solo_starts &= solo_starts >> 2;
        V solo_next = (hand.p1 & solo_chain_) >> 4;
        solo_starts &= solo_next;
        solo_next >>= 1;
        V pair_starts = hand.p2 & pair_chain_;
        V pair_next = pair_starts >> 2;
        pair_starts &= pair_starts >> 1;
        pair_starts &= pair_next;
        pair_next >>= 1;
        const V solo_chains = chains_of<4>(solo_starts, solo_next);
        const V pair_chains = chains_of<2>(pair_starts, pair_next);

        const M has_trio = Lanes::nz(hand.p3);
        const V wings1 = n1 - one, wings2 = n2 - one;

        // Where each kind ends.
        V ends[9];
        ends[0] = n1;
        ends[1] = ends[0] + (n2 & pair_);
        ends[2] = ends[1] + solo_chains;
        ends[3] = ends[2] + pair_chains;
        ends[4] = ends[3] + (n3 & trio_);
        ends[5] = ends[4] + Lanes::keep(has_trio, n3 * wings1 & trio_solo_);
        ends[6] = ends[5] + Lanes::keep(has_trio, n3 * wings2 & trio_pair_);

        V rest{};
        M rare = active & ~active;
        const V trio_pairs = (hand.p3 & all<chain_ranks>()) & (hand.p3 & all<chain_ranks>()) >> 1;
        if (formations_ && Lanes::any(active & Lanes::nz(trio_pairs | hand.p4))) {
            rest = formations(hand, trio_pairs, n1, n2, n4);
            // Longer ones, and those whose number depends on more than counts.
            const V spare = hand.p4 & (trio_pairs | trio_pairs << 1) & body_wings_;
            rare = active & Lanes::nz((trio_pairs & trio_pairs >> 1) | spare);
        }
        ends[7] = ends[6] + rest;
        ends[8] = ends[7] + (n4 & bomb_);

        Move move;
        move.count = Lanes::plus(ends[8], Lanes::gt(hand.p1 & rocket_, all<joker_slots - 1>()));
        const V before = games.draw;
        const V x = below(move.count, games.draw, words + word_draw * room, active & ~rare);

        // The kind, where its numbers begin, and the plane it is picked from.
        V source = hand.p1, begin = zero, kind = zero;
        const auto beyond = [&](int end, V plane, V then) {
            const M past = ~Lanes::gt(ends[end], x);
            source = Lanes::sel(past, plane, source);
            begin = Lanes::sel(past, ends[end], begin);
            kind = Lanes::sel(past, then, kind);
            return past;
        };
        beyond(0, hand.p2, code<Kind::pair>());
        const M from_chains = beyond(1, solo_starts, code<solo_chain>());
        beyond(2, pair_starts, code<pair_chain>());
        const M from_trios = beyond(3, hand.p3, code<trio>());
        const M from_wings = beyond(4, hand.p3, code<trio_solo>());
        const M from_pairs = beyond(5, hand.p3, code<trio_pair>());
        const M from_rest = beyond(6, hand.p4, code<four_two_solo>());
        const M from_bombs = beyond(7, hand.p4, code<bomb>());
        const M rocketed = beyond(8, hand.p1, code<rocket>());
        V index = x - begin;
        V length = one;
        const M in_rest = active & ~rare & from_rest & ~from_bombs;

        const M in_chains = active & from_chains & ~from_trios;
        if (Lanes::any(in_chains)) {
            const M pairs = in_chains & ~Lanes::gt(ends[2], x);
            V starts = source, next = Lanes::sel(pairs, pair_next, solo_next);
            length = Lanes::sel(in_chains, Lanes::sel(pairs, all<3>(), all<5>()), one);
            M searched = in_chains;
            const auto longer = [&] {
                const V here = Lanes::popc(starts);
                searched = searched & ~Lanes::gt(here, index);
                index = index - Lanes::keep(searched, here);
                length = Lanes::plus(length, searched);
                starts = Lanes::sel(searched, starts & next, starts);
                next >>= 1;
            };
            longer();
            longer();
            while (Lanes::any(searched)) longer();
            source = Lanes::sel(in_chains, starts, source);
        }
        const M winged = from_wings & ~from_rest;
        V wings{}, wing{};
        const bool some_winged = Lanes::any(winged & active);
        if (some_winged) {
            const V each = Lanes::sel(from_pairs, wings2, wings1);
            const V body = Lanes::divided(index, each);
            wing = index - body * each;
            index = Lanes::sel(winged, body, index);
            wings = Lanes::sel(from_pairs, hand.p2, hand.p1);
        }
        move.rank = select_bits(source, index);
        V ranks = Lanes::bit(move.rank + length) - Lanes::bit(move.rank);
        ranks = Lanes::sel(rocketed, all<joker_slots>(), ranks);
        move.rank = Lanes::sel(rocketed, all<top_rank>(), move.rank);
        move.kind = kind;
        move.length = length;
        move.table = move.rank | length << length_at | kind << kind_at;
        move.active = active & ~(rare | in_rest);
        move.plays = Lanes::first(lanes_n);

        V taken = ranks, twice{};
        if (some_winged) {
            const V at = Lanes::bit(select_bits(wings & ~ranks, wing));
            taken |= Lanes::keep(winged, at);
            twice = Lanes::keep(winged & from_pairs, at);
        }
        const Lanes::Kinds kinds = Lanes::kinds(kind);
        const V twos = Lanes::drop(Lanes::among<kinds_of(solo, solo_chain, rocket)>(kinds), ranks);
        const V threes =
            Lanes::keep(Lanes::among<kinds_of(trio, trio_solo, trio_pair, bomb)>(kinds), ranks);
        const V fourth = Lanes::keep(Lanes::among<kinds_of(bomb)>(kinds), ranks);

        const u32 left_out = Lanes::bits(rare), numbered = Lanes::bits(in_rest);
        alignas(64) u16 saved[words_n][lanes_n];
        alignas(64) u16 numbers[lanes_n];
        if (left_out | numbered) {
            save(words, saved);
            Lanes::store(numbers, index);
            Lanes::store(saved[word_draw], Lanes::sel(rare, before, games.draw));
            choices_ = Lanes::sum(choices_, Lanes::keep(in_rest, move.count));
        }
        take(hand, taken, twos | twice, threes, fourth);
        settle_moves<true>(games, move, landlord);
        for (u32 left = numbered; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            u16 planes[4];
            for (int j = 0; j < 4; ++j) planes[j] = saved[j][i];
            const u16 then = wide_play_formation(plan_, planes, numbers[i]);
            play_one(saved, i, planes, then);
        }
        for (u32 left = left_out; left; left &= left - 1)
            move_by_walk(saved, __builtin_ctz(left), true);
    }

    // How many chains there are: of each length, those that `next` still carries on.
    template <int often>
    PF_INLINE static V chains_of(V starts, V next) {
        V count{};
        const auto longer = [&] {
            count += Lanes::popc(starts);
            starts &= next;
            next >>= 1;
        };
        // Lengths that some lane often has, without a test that can't be foretold.
        for (int i = 0; i < often; ++i) longer();
        while (__builtin_expect(Lanes::any(Lanes::nz(starts)), 0)) longer();
        return count;
    }

    // Leads of two trios in a row with and without wings, and of fours with two. `starts`: where
    // two trios begin.
    PF_INLINE V formations(const Hand& hand, V starts, V n1, V n2, V n4) const {
        const V both =
            Lanes::keep(Lanes::gt(hand.p1 & split_jokers_, all<joker_slots - 1>()), all<1>());
        const V trios = Lanes::popc(starts);
        const V one = all<1>(), two = all<2>();
        const V solos = pairs_of(n1 - two) + ((n2 - two) & wings2_) - both;
        // Fours outside the chain are two pair wings each.
        const V outside =
            trios * n4 - Lanes::popc(starts & hand.p4) - Lanes::popc(starts << 1 & hand.p4);
        V total = trios & trio_chain_;
        total += trios * solos & trio_solo_chain_;
        total += ((trios * pairs_of(n2 - two)) + (outside & repeat_pairs_)) & trio_pair_chain_;
        total = Lanes::keep(Lanes::nz(starts), total);
        const V singles = pairs_of(n1 - one) + ((n2 - one) & four_pair_) - both;
        const V doubles = pairs_of(n2 - one) + ((n4 - one) & repeat_pairs_);
        const V fours = (n4 * singles & four_two_solo_) + (n4 * doubles & four_two_pair_);
        return total + Lanes::keep(Lanes::nz(hand.p4), fours);
    }

    // ---- one game by itself

    PF_INLINE static void save(const u16* words, u16 (&saved)[words_n][lanes_n]) {
        for (int j = 0; j < words_n; ++j) Lanes::store(saved[j], Lanes::loadu(words + j * room));
    }

    __attribute__((noinline)) void move_by_walk(u16 (&saved)[words_n][lanes_n], int i,
                                                bool leading) {
        u16 planes[4];
        for (int j = 0; j < 4; ++j) planes[j] = saved[j][i];
        const u16 reading =
            leading ? u16{0} : static_cast<u16>(saved[word_table][i] & table_reading);
        const u32 count = wide_count(plan_, planes, reading);
        single_choices_ += count;
        u16& draw = saved[word_draw][i];
        u32 x = 0;
        if (count > 1) {
            const u32 product = draws_.at(draw) * count;
            x = product >> 16;
            if ((product & 0xffff) < count) x = draws_.settle(draw, count, product);
            ++draw;
        }
        play_one(saved, i, planes, wide_play(plan_, planes, reading, x));
    }

    // `then`: what is on the table, 0 after a pass. The passes that it forces are left to the steps
    // that follow.
    void play_one(const u16 (&saved)[words_n][lanes_n], int i, const u16 (&planes)[4], u16 then) {
        const u16 table = saved[word_table][i], draw = saved[word_draw][i];
        const int landlord = table >> table_landlord;
        u16 record = saved[word_record][i];
        const bool opening = record == 0;
        ++record;
        bool to_lead = false;
        if (then) {
            const int kind = then >> kind_at;
            ++kinds_[kind];
            if (kind >= static_cast<int>(Kind::bomb)) record += record_bomb;
            if (landlord) {
                record |= record_farmer;
            } else if (!opening) {
                record |= record_again;
            }
            if (planes[0] == 0) {
                ended_[0][ended_n_] = draw;
                ended_[1][ended_n_] = record;
                ended_[2][ended_n_++] = static_cast<u16>(landlord);
                return;
            }
        } else if (table & table_passed) {
            to_lead = true;
        } else {
            then = static_cast<u16>((table & table_reading) | table_passed);
        }
        then = static_cast<u16>(then | (landlord + 2) % 3 << table_landlord);
        u16* const words = to_lead ? &lead_[0][--lead_low_] : &follow_[0][follow_n_++];
        for (int j = 0; j < 8; ++j) words[j * room] = saved[j + 4][i];
        for (int j = 0; j < 4; ++j) words[(j + 8) * room] = planes[j];
        words[word_table * room] = then;
        words[word_draw * room] = draw;
        words[word_record * room] = record;
    }

    // ---- sums

    u64 choices() const {
        alignas(64) u32 parts[lanes_n / 2];
        __builtin_memcpy(parts, &choices_, sizeof choices_);
        u64 sum = single_choices_;
        for (const u32 part : parts) sum += part;
        return sum;
    }

    // Kinds played, a vector a step; counted when the log is full.
    PF_INLINE void log(V kinds) {
        Lanes::store(log_[log_n_], kinds);
        if (++log_n_ == log_room) count_log();
    }

    __attribute__((noinline)) void count_log() {
        // Two kinds a lane: half as much to compare.
        int n = 0;
        for (int i = 0; i + 1 < log_n_; i += 2, ++n)
            Lanes::store(log_[n], Lanes::load(log_[i]) | Lanes::load(log_[i + 1]) << 8);
        if (log_n_ % 2)
            Lanes::store(log_[n++], Lanes::load(log_[log_n_ - 1]) | Lanes::set1(15 << 8));
        using enum Kind;
        static constexpr Kind logged[] = {solo,       Kind::pair, trio,      solo_chain, pair_chain,
                                          trio_chain, trio_solo,  trio_pair, bomb,       rocket};
        for (const Kind kind : logged) {
            const V wanted = Lanes::set1(static_cast<int>(kind) * 0x101);
            V found{};
#pragma GCC unroll 4
            for (int i = 0; i < n; ++i)
                found = Lanes::plus_equal_bytes(found, Lanes::load(log_[i]), wanted);
            alignas(64) u8 parts[2 * lanes_n];
            __builtin_memcpy(parts, &found, sizeof found);
            for (const u8 part : parts) kinds_[static_cast<int>(kind)] += part;
        }
        log_n_ = 0;
    }

    const Plan& plan_;
    WideDraws draws_;
    WideJob* job_ = nullptr;
    V pair_, solo_chain_, pair_chain_, trio_, trio_solo_, trio_pair_, trio_chain_, trio_solo_chain_,
        trio_pair_chain_, four_two_solo_, four_two_pair_, bomb_, rocket_, wings2_, body_wings_,
        repeat_pairs_, four_pair_, split_jokers_;
    bool formations_;
    V choices_{};  // 32-bit sums
    u64 single_choices_ = 0;
    u64 kinds_[16] = {};
    u32 number_[slots_n] = {};  // of the games that were given
    int follow_n_ = 0, lead_low_ = last_leader, log_n_ = 0;
    alignas(64) u16 follow_[words_n][room] = {};
    alignas(64) u16 lead_[words_n][room] = {};
    int ended_n_ = 0;
    u16 ended_[3][room];  // draw, record and the landlord's place of games that are over
    static constexpr int log_room = 64;
    alignas(64) u16 log_[log_room][lanes_n];
};

void play_games(WideJob& job) {
    Kernel(*job.wide, *job.plan, job.seed).play(job);
}

void play_step(WideStep& step) {
    Kernel(*step.wide, *step.plan, 0).step(step);
}

}  // namespace

}  // namespace pokerfast
