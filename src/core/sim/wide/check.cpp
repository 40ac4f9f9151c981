#include "sim/wide/check.hpp"

#include "base/random.hpp"
#include "climb/doudizhu/sinks.hpp"

namespace pokerfast {

namespace {

// Play as the rules tell it, without a thought for speed.
struct Plain {
    u64 hand[3];
    Reading table;
    int turn = 0, passes = 0;  // seat 0 is the landlord
    int moves = 0, bombs = 0, plays[3] = {};

    bool leading() const { return table.kind == Kind::pass; }
    bool over() const { return hand[0] == 0 || hand[1] == 0 || hand[2] == 0; }

    // In the order of the walk, without the pass.
    std::vector<DeckCombo> legal(const Plan& plan) const {
        const Planes planes = planes_of(hand[turn]);
        std::vector<DeckCombo> plays(leading() ? count_leads(plan, planes)
                                               : count_follows(plan, planes, table));
        Lister lister{plays.data()};
        if (leading())
            walk_leads(plan, planes, lister);
        else
            walk_follows(plan, planes, table, lister);
        return plays;
    }

    void play(const DeckCombo& combo) {
        hand[turn] -= combo.cards;
        table = combo.reading;
        passes = 0;
        ++plays[turn];
        bombs += combo.reading.kind >= Kind::bomb;
        advance();
    }
    void pass() {
        if (++passes == 2) {
            table = {};
            passes = 0;
        }
        advance();
    }

    WidePosition wide() const {
        WidePosition position;
        for (int i = 0; i < 3; ++i) {
            const Planes planes = planes_of(hand[(turn + i) % 3]);
            const u32 of[] = {planes.p1, planes.p2, planes.p3, planes.p4};
            for (int j = 0; j < 4; ++j) position.planes[i][j] = static_cast<u16>(of[j]);
        }
        position.table = static_cast<u16>(wide_table(table) | (passes ? table_passed : 0) |
                                          (3 - turn) % 3 << table_landlord);
        position.record = static_cast<u16>(moves + bombs * record_bomb +
                                           (plays[1] || plays[2] ? record_farmer : 0) +
                                           (plays[0] > 1 ? record_again : 0));
        return position;
    }

  private:
    void advance() {
        ++moves;
        turn = (turn + 1) % 3;
    }
};

bool same(const WidePosition& a, const WidePosition& b) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            if (a.planes[i][j] != b.planes[i][j]) return false;
    return a.table == b.table && a.record == b.record;
}

// Positions of one sort, an action of one in each lane.
class Batch {
  public:
    Batch(const Plan& plan, const Backend& backend, bool leading, std::string& fault)
        : plan_(plan), wide_(plan), backend_(backend), fault_(fault) {
        step_.wide = &wide_;
        step_.plan = &plan_;
        step_.leading = leading;
    }

    // Action x of n, which leads to `after`.
    void add(const Plain& before, const Plain& after, u32 x, u32 n) {
        const int lane = step_.games++;
        step_.positions[lane] = before.wide();
        // The highest draw that gives x, so none is drawn again.
        step_.draws[lane] = static_cast<u16>((x * 65536 + 65535) / n);
        after_[lane] = after;
        counts_[lane] = n;
        if (step_.games == backend_.lanes) run();
    }

    void run() {
        if (step_.games == 0) return;
        backend_.step(step_);
        u64 choices = 0;
        for (int lane = 0; lane < step_.games; ++lane) {
            Plain expected = after_[lane];
            choices += counts_[lane];
            if (step_.over[lane] != expected.over()) return fail("the end");
            if (expected.over()) continue;
            if (step_.drawn[lane] != (counts_[lane] > 1)) return fail("draws");
            // Passes that are forced may have been made.
            const WidePosition& found = step_.positions[lane];
            for (int moves = found.record & 0xff; expected.moves < moves; ++choices) {
                if (expected.leading() || !expected.legal(plan_).empty())
                    return fail("a pass that is not forced");
                expected.pass();
            }
            if (!same(found, expected.wide())) return fail("a position");
        }
        if (choices != step_.choices) return fail("numbers of legal actions");
        step_.games = 0;
    }

  private:
    void fail(const char* what) {
        if (fault_.empty())
            fault_ =
                std::string(backend_.name) + (step_.leading ? ", leads: " : ", follows: ") + what;
        step_.games = 0;
    }

    const Plan& plan_;
    WidePlan wide_;
    const Backend& backend_;
    std::string& fault_;
    WideStep step_{};
    Plain after_[32];
    u32 counts_[32];
};

}  // namespace

WideCheck check_backend(const DouDizhu& game, const Backend& backend, u64 positions, u64 seed) {
    const Plan& plan = game.plan();
    WideCheck check;
    Batch leads(plan, backend, true, check.fault), follows(plan, backend, false, check.fault);
    for (u64 number = 0; check.leads + check.follows < positions && check.fault.empty(); ++number) {
        doudizhu::State s;
        game.start_play(s, seed, number);
        Plain plain{};
        for (int i = 0; i < 3; ++i) plain.hand[i] = s.counts[i];
        Draws draws(seed, number, Stream::policy);
        while (!plain.over()) {
            const std::vector<DeckCombo> legal = plain.legal(plan);
            const bool leading = plain.leading();
            const u32 n = static_cast<u32>(legal.size()) + !leading;
            ++(leading ? check.leads : check.follows);
            check.actions += n;
            const auto after = [&](u32 x) {
                Plain next = plain;
                if (x < legal.size())
                    next.play(legal[x]);
                else
                    next.pass();
                return next;
            };
            for (u32 x = 0; x < n; ++x) (leading ? leads : follows).add(plain, after(x), x, n);
            plain = after(draws.below(n));
        }
    }
    leads.run();
    follows.run();
    return check;
}

}  // namespace pokerfast
