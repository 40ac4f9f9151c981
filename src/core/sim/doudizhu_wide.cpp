// 斗地主 on a back end: what the kernel's sums and ends mean as a tally and as states.
#include "game/doudizhu.hpp"
#include "sim/doudizhu.hpp"

namespace pokerfast {

namespace {

using State = doudizhu::State;

WideJob make_job(const DouDizhu& game, const WidePlan& wide, u64 seed, u64 count) {
    WideJob job{};
    job.wide = &wide;
    job.plan = &game.plan();
    job.seed = seed;
    job.games = static_cast<u32>(count);
    return job;
}

// A state at its end as far as the score reads it.
void end_state(State& s, u16 record, int winner) {
    s.phase = doudizhu::Phase::over;
    const int farmer = (s.landlord + 1) % s.players;
    s.bombs = static_cast<u16>(s.bombs + (record >> 8 & 15));
    s.plays[s.landlord] = static_cast<u16>(record & record_again ? 2 : 1);
    s.plays[farmer] = record & record_farmer ? 1 : 0;
    s.held[winner] = s.counts[winner] = 0;
}

void add_sums(const WideJob& job, u64 moves, Tally& tally) {
    u64 plays = 0;
    for (int kind = 0; kind < doudizhu_kinds; ++kind) {
        tally.counts[kind] += job.kinds[kind];
        plays += job.kinds[kind];
    }
    tally.counts[doudizhu_kinds] += moves - plays;
    tally.choices += job.choices;
}

}  // namespace

void play_many_doudizhu(const Game& game, const Backend& backend, u64 seed, u64 first, u64 count,
                        Tally& tally) {
    const DouDizhu& doudizhu = static_cast<const DouDizhu&>(game);
    const WidePlan wide(doudizhu.plan());
    WideJob job = make_job(doudizhu, wide, seed, count);
    job.first = first;
    backend.play(job);

    u64 moves = 0;
    for (u64 length = 0; length < std::size(job.lengths); ++length) {
        if (job.lengths[length] == 0) continue;
        tally.add_lengths(job.lengths[length], length);
        moves += job.lengths[length] * length;
    }
    add_sums(job, moves, tally);

    // Games of a run begin alike, so those with the same record end alike.
    AnyState state;
    StartArgs args;
    args.from_play = true;
    game.start(state, args);
    for (int won = 0; won < 2; ++won)
        for (int record = 0; record < record_values; ++record) {
            const u64 n = job.outcomes[won][record];
            if (n == 0) continue;
            AnyState end = state;
            State& s = DouDizhu::of(end);
            end_state(s, static_cast<u16>(record << 8), won ? s.landlord : (s.landlord + 1) % 3);
            double returns[most_seats] = {};
            game.returns(end, returns);
            tally.add_ends(n, won ? 0 : 1, returns, game.players(end), game.multiplier(end));
        }
}

void finish_many_doudizhu(const Game& game, const Backend& backend, u64 seed,
                          std::span<Unfinished> games, Tally& tally) {
    const DouDizhu& doudizhu = static_cast<const DouDizhu&>(game);
    const WidePlan wide(doudizhu.plan());
    std::vector<WideStart> starts(games.size());
    std::vector<WideEnd> ends(games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        const State& s = DouDizhu::of(games[i].state);
        WideStart& start = starts[i];
        for (int j = 0; j < 3; ++j) {
            const Planes planes = planes_of(s.counts[(s.landlord + j) % 3]);
            start.planes[j][0] = static_cast<u16>(planes.p1);
            start.planes[j][1] = static_cast<u16>(planes.p2);
            start.planes[j][2] = static_cast<u16>(planes.p3);
            start.planes[j][3] = static_cast<u16>(planes.p4);
        }
        start.game = games[i].game;
        start.draw = games[i].draw;
    }
    WideJob job = make_job(doudizhu, wide, seed, games.size());
    job.starts = starts.data();
    job.ends = ends.data();
    backend.play(job);

    u64 moves = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        State& s = DouDizhu::of(games[i].state);
        end_state(s, ends[i].record, (s.landlord + ends[i].winner) % 3);
        games[i].moves += ends[i].record & 0xff;
        moves += ends[i].record & 0xff;
    }
    add_sums(job, moves, tally);
}

}  // namespace pokerfast
