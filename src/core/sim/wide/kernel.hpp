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

#include "sim/wide/formations.hpp"
#include "sim/wide/games.hpp"

namespace pokerfast {

namespace {

class Kernel : GamesInHand {
  public:
    Kernel(const WidePlan& wide, const Plan& plan, u64 seed)
        : GamesInHand(plan, seed), formations_(wide) {
        const auto mask = [](int word) { return Lanes::set1(word); };
        pair_ = mask(wide.pair);
        solo_chain_ = mask(wide.solo_chain & chain_ranks);
        pair_chain_ = mask(wide.pair_chain & chain_ranks);
        trio_ = mask(wide.trio);
        trio_solo_ = mask(wide.trio_solo);
        trio_pair_ = mask(wide.trio_pair);
        bomb_ = mask(wide.bomb);
        rocket_ = mask(wide.rocket & joker_slots);
        body_wings_ = mask(wide.body_wings);
    }

    void play(WideJob& job) {
        job_ = &job;
        u32 next = 0;
        for (int idle = 0; idle < pools_n; idle = busy(next) ? 0 : idle + 1)
            pool_ = pool_ == pools_ + pools_n - 1 ? pools_ : pool_ + 1;
        end_games();
        count_log();
        job.choices += choices();
        for (int kind = 0; kind < 16; ++kind) job.kinds[kind] += played(kind);
    }

    void step(WideStep& step) {
        u64 games[lanes_n] = {};
        u32 blocks[lanes_n] = {};
        alignas(64) u16 draw[lanes_n];
        Lanes::store(draw, draws_.open(step.games, games, blocks));
        int& low = pool_->lead_low;
        u16 slots[lanes_n];
        for (int i = 0; i < step.games; ++i) {
            const WidePosition& position = step.positions[i];
            u16* const words =
                step.leading ? &pool_->lead[0][--low] : &pool_->follow[0][pool_->follow_n++];
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
        for (int i = 0; i < pool_->follow_n; ++i) give_back(&pool_->follow[0][i], false);
        for (int i = low; i < last_leader; ++i) give_back(&pool_->lead[0][i], true);
    }

  private:
    // One step of a pool; false if it is empty and stays so.
    PF_INLINE bool busy(u32& next) {
        const int followers = pool_->follow_n, leaders = last_leader - pool_->lead_low;
        if (followers >= lanes_n)
            follow(lanes_n);
        else if (leaders >= lanes_n)
            lead(lanes_n);
        else if (next < job_->games)
            next += begin(next);
        else if (followers)
            follow(followers);
        else if (leaders)
            lead(leaders);
        else
            return false;
        return true;
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
            games.record = Lanes::join(move.plays, games.record, who);
            games.record = Lanes::add(move.plays, games.record, played);
        }
        games.record += forced + one;

        const u32 over = Lanes::bits(won);
        const Lanes::Front ended = Lanes::front(over);
        Lanes::place_front(&ended_[0][ended_n_], games.draw, ended);
        Lanes::place_front(&ended_[1][ended_n_], games.record | landlord << record_landlord, ended);
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
            Lanes::join(passed, move.table | place << table_landlord, all<table_passed>());
        push(games, Lanes::bits(follows), Lanes::bits(leads));
    }

    __attribute__((noinline)) void follow(int n) {
        using enum Kind;
        u16* const words = &pool_->follow[0][pool_->follow_n -= n];
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
            taken = Lanes::join(with_wing, taken, at);
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
        u16* const words = &pool_->lead[0][pool_->lead_low];
        pool_->lead_low += n;
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
        const V solo_chains = chains_of<6>(solo_starts, solo_next);
        const V pair_chains = chains_of<4>(pair_starts, pair_next);

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
        M rare = active & ~active, numbered = rare;  // left to the walk
        const V trio_pairs = (hand.p3 & all<chain_ranks>()) & (hand.p3 & all<chain_ranks>()) >> 1;
        Formations formations;
        if (formations_.exist() && Lanes::any(active & Lanes::nz(trio_pairs | hand.p4))) {
            formations = formations_.count(hand, trio_pairs, n1, n2, n4);
            rest = formations.total;
            // Longer ones, and those whose number depends on more than counts.
            const V within = hand.p4 & (trio_pairs | trio_pairs << 1);
            rare = active & Lanes::nz((trio_pairs & trio_pairs >> 1) | (within & body_wings_));
            numbered = formations.both_jokers | Lanes::nz(within);
        }
        ends[7] = ends[6] + rest;
        ends[8] = ends[7] + (n4 & bomb_);

        Move move;
        move.count = Lanes::plus(ends[8], Lanes::gt(hand.p1 & rocket_, all<joker_slots - 1>()));
        const V before = games.draw;
        const V x = below(move.count, games.draw, words + word_draw * room, active & ~rare);

        // The kind, where its numbers begin, and the plane it is picked from.
        V source = hand.p1, begin = zero, kind = zero;
        const auto beyond = [&](int end, V then) {
            const M past = Lanes::ge(x, ends[end]);
            begin = Lanes::sel(past, ends[end], begin);
            kind = Lanes::sel(past, then, kind);
            return past;
        };
        const M from_twos = beyond(0, code<Kind::pair>());
        const M from_chains = beyond(1, code<solo_chain>());
        const M from_pair_chains = beyond(2, code<pair_chain>());
        const M from_trios = beyond(3, code<trio>());
        const M from_wings = beyond(4, code<trio_solo>());
        const M from_pairs = beyond(5, code<trio_pair>());
        const M from_rest = beyond(6, code<four_two_solo>());
        const M from_bombs = beyond(7, code<bomb>());
        const M rocketed = beyond(8, code<rocket>());
        source = Lanes::sel(from_twos, hand.p2, source);
        source = Lanes::sel(from_trios, hand.p3, source);
        source = Lanes::sel(from_rest, hand.p4, source);
        V index = x - begin;
        V length = one;
        const M in_rest = active & ~rare & from_rest & ~from_bombs;
        numbered = numbered & in_rest;
        const M picked = in_rest & ~numbered;

        const M in_chains = active & from_chains & ~from_trios;
        if (Lanes::any(in_chains)) {
            const M pairs = in_chains & from_pair_chains;
            V starts = Lanes::sel(pairs, pair_starts, solo_starts),
              next = Lanes::sel(pairs, pair_next, solo_next);
            length = Lanes::sel(in_chains, Lanes::sel(pairs, all<3>(), all<5>()), one);
            M searched = in_chains;
            const auto longer = [&] {
                const V here = Lanes::popc(starts);
                searched = searched & Lanes::ge(index, here);
                index = Lanes::subtract(searched, index, here);
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
        move.active = active & ~(rare | numbered);
        move.plays = Lanes::first(lanes_n);

        V taken = ranks, twice{};
        if (some_winged) {
            const V at = Lanes::bit(select_bits(wings & ~ranks, wing));
            taken = Lanes::join(winged, taken, at);
            twice = Lanes::keep(winged & from_pairs, at);
        }
        const Lanes::Kinds kinds = Lanes::kinds(kind);
        V twos =
            Lanes::drop(Lanes::among<kinds_of(solo, solo_chain, rocket)>(kinds), ranks) | twice;
        V threes =
            Lanes::keep(Lanes::among<kinds_of(trio, trio_solo, trio_pair, bomb)>(kinds), ranks);
        V fourth = Lanes::keep(Lanes::among<kinds_of(bomb)>(kinds), ranks);
        if (Lanes::any(picked)) {
            const Formation play = formations_.pick(formations, hand, index, picked);
            taken = Lanes::sel(picked, play.first, taken);
            twos = Lanes::sel(picked, play.second, twos);
            threes = Lanes::sel(picked, play.third, threes);
            fourth = Lanes::sel(picked, play.fourth, fourth);
            move.rank = Lanes::sel(picked, play.rank, move.rank);
            move.length = Lanes::sel(picked, play.length, move.length);
            move.kind = Lanes::sel(picked, play.kind, move.kind);
            count_formations(Lanes::kinds(play.kind), picked);
        }
        move.table = move.rank | move.length << length_at | move.kind << kind_at;

        const u32 left_out = Lanes::bits(rare), by_number = Lanes::bits(numbered);
        alignas(64) u16 saved[words_n][lanes_n];
        alignas(64) u16 numbers[lanes_n];
        if (__builtin_expect(left_out | by_number, 0)) {
            save(words, saved);
            Lanes::store(numbers, index);
            Lanes::store(saved[word_draw], Lanes::sel(rare, before, games.draw));
            choices_ = Lanes::sum(choices_, Lanes::keep(numbered, move.count));
        }
        take(hand, taken, twos, threes, fourth);
        settle_moves<true>(games, move, landlord);
        for (u32 left = by_number; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            u16 planes[4];
            for (int j = 0; j < 4; ++j) planes[j] = saved[j][i];
            const u16 then = wide_play_formation(plan_, planes, numbers[i]);
            play_one(saved, i, planes, then);
        }
        for (u32 left = left_out; left; left &= left - 1)
            move_by_walk(saved, __builtin_ctz(left), true);
    }

    // These are too rare for the log.
    PF_INLINE void count_formations(const Lanes::Kinds& kinds, M played) {
        const auto add = [&](Kind kind, M of_kind) {
            kinds_[static_cast<int>(kind)] +=
                static_cast<u64>(__builtin_popcount(Lanes::bits(played & of_kind)));
        };
        using enum Kind;
        add(trio_solo_chain, Lanes::among<kinds_of(trio_solo_chain)>(kinds));
        add(trio_pair_chain, Lanes::among<kinds_of(trio_pair_chain)>(kinds));
        add(four_two_solo, Lanes::among<kinds_of(four_two_solo)>(kinds));
        add(four_two_pair, Lanes::among<kinds_of(four_two_pair)>(kinds));
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

    V pair_, solo_chain_, pair_chain_, trio_, trio_solo_, trio_pair_, bomb_, rocket_, body_wings_;
    FormationRules formations_;
};

void play_games(WideJob& job) {
    Kernel(*job.wide, *job.plan, job.seed).play(job);
}

void play_step(WideStep& step) {
    Kernel(*step.wide, *step.plan, 0).step(step);
}

}  // namespace

}  // namespace pokerfast
