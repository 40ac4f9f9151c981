// Games in hand: where they wait, how they begin and end, and what they add up to.
#pragma once

#include "sim/wide/draws.hpp"

namespace pokerfast {

namespace {

constexpr int words_n = 15;
// Of a game that is over, above its record.
constexpr int record_landlord = 14, record_end = 1 << record_landlord;
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

// The games of a kernel wait in several pools, stepped in turn: what one step stores the next
// needn't wait for.
struct Pool {
    int follow_n = 0, lead_low = last_leader;
    alignas(64) u16 follow[words_n][room] = {};
    alignas(64) u16 lead[words_n][room] = {};
};

class GamesInHand {
  protected:
    GamesInHand(const Plan& plan, u64 seed) : plan_(plan), draws_(seed) {}

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
        for (int i = 0; i < ended_n_; ++i)
            end(ended_[0][i], ended_[1][i] & (record_end - 1), ended_[1][i] >> record_landlord);
        ended_n_ = 0;
    }

    // `landlord`: its place after the winner.
    void end(u16 draw, int record, int landlord) {
        if (job_->starts) {
            WideEnd& end = job_->ends[number_[draw >> row_bits]];
            end.record = static_cast<u16>(record);
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
        u16* const top = &pool_->follow[0][pool_->follow_n];
        u16* const bottom = &pool_->lead[0][pool_->lead_low];
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
        pool_->follow_n += __builtin_popcount(follow);
        pool_->lead_low -= __builtin_popcount(lead);
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
                ended_[1][ended_n_++] = static_cast<u16>(record | landlord << record_landlord);
                return;
            }
        } else if (table & table_passed) {
            to_lead = true;
        } else {
            then = static_cast<u16>((table & table_reading) | table_passed);
        }
        then = static_cast<u16>(then | (landlord + 2) % 3 << table_landlord);
        u16* const words =
            to_lead ? &pool_->lead[0][--pool_->lead_low] : &pool_->follow[0][pool_->follow_n++];
        for (int j = 0; j < 8; ++j) words[j * room] = saved[j + 4][i];
        for (int j = 0; j < 4; ++j) words[(j + 8) * room] = planes[j];
        words[word_table * room] = then;
        words[word_draw * room] = draw;
        words[word_record * room] = record;
    }

    // ---- sums

    static u64 total(V sums) {
        alignas(64) u32 parts[lanes_n / 2];
        __builtin_memcpy(parts, &sums, sizeof sums);
        u64 sum = 0;
        for (const u32 part : parts) sum += part;
        return sum;
    }

    u64 choices() const { return single_choices_ + total(choices_); }

    u64 played(int kind) const { return kinds_[kind] + total(kind_sums_[kind]); }

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
            V& sum = kind_sums_[static_cast<int>(kind)];
            sum = Lanes::sum(sum, (found & all<0xff>()) + (found >> 8));
        }
        log_n_ = 0;
    }

    const Plan& plan_;
    WideDraws draws_;
    WideJob* job_ = nullptr;
    V choices_{}, kind_sums_[16] = {};  // 32-bit sums
    u64 single_choices_ = 0;
    u64 kinds_[16] = {};
    u32 number_[slots_n] = {};  // of the games that were given
    int log_n_ = 0;
    Pool pools_[pools_n];
    Pool* pool_ = pools_;
    int ended_n_ = 0;
    u16 ended_[2][pools_n * room];  // games that are over: draw; record and landlord's place
    static constexpr int log_room = 64;
    alignas(64) u16 log_[log_room][lanes_n];
};

}  // namespace

}  // namespace pokerfast
