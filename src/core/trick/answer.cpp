#include "trick/answer.hpp"

namespace pokerfast {

Ladder::Ladder(const Lead& lead) {
    wholes = titanics = triples = tractors = pairs = 0;
    for (int i = 0; i < lead.shapes; ++i) {
        const Shape shape = lead.shape[i];
        const u8 length = static_cast<u8>(shape.length());
        if (shape.width() == 2) {
            pairs = static_cast<u8>(pairs + length);
            if (length > 1) tractor[tractors++] = length;
        } else if (length > 2) {
            whole[wholes++] = length;
        } else {
            ++(length == 2 ? titanics : triples);
        }
    }
}

namespace {

class Climb {
  public:
    Climb(const TrickRules& rules, const Ladder& ladder, u64 linked)
        : rules_(rules), ladder_(ladder), linked_(linked) {}

    // Appends the best entries from whole titanic i on; `titanics` and `triples` count what is
    // still to be answered rung by rung.
    void wholes(int i, int titanics_left, int triples_left, const Line& line, int last,
                Answer& out) const {
        if (i == ladder_.wholes) return titanics(titanics_left, triples_left, line, out);
        const Shape shape(3, ladder_.whole[i]);
        const bool again = i > 0 && ladder_.whole[i] == ladder_.whole[i - 1];
        const u64 starts = downwards(chain_starts(line, shape, linked_), again ? last : -1);
        if (!starts) {
            const int length = shape.length();
            out.push(Duty::whole, 0);
            return wholes(i + 1, titanics_left + length / 2, triples_left + length % 2, line, -1,
                          out);
        }
        try_each(starts, out, [&](int place, Answer& answer) {
            answer.push(Duty::whole, 1);
            wholes(i + 1, titanics_left, triples_left, without(line, shape, place), place, answer);
        });
    }

  private:
    static PF_INLINE u64 downwards(u64 starts, int last) {
        return last < 0 ? starts : starts & ((2ull << (3 * last)) - 1);
    }

    // The best of the ways that start at one of the places, from the highest down.
    template <class Way>
    static void try_each(u64 starts, Answer& out, Way&& way) {
        Answer best;
        for (bool first = true; starts; first = false) {
            const int place = highest64(starts) / 3;
            starts &= ~lane(place);
            Answer answer = out;
            way(place, answer);
            if (first || compare(answer, best) > 0) best = answer;
        }
        out = best;
    }

    void titanics(int left, int triples_left, const Line& line, Answer& out) const {
        if (left == 0) return triples(triples_left, line, -1, out);
        const Shape titanic(3, 2), tractor(2, 2);
        if (const u64 starts = chain_starts(line, titanic, linked_))
            return try_each(starts, out, [&](int place, Answer& answer) {
                answer.push(Duty::titanic, 7);
                titanics(left - 1, triples_left, without(line, titanic, place), answer);
            });
        const bool tractor_first = rules_.titanic_ladder == titanic_ladder::tractor_first;
        if (tractor_first && by_tractor(left, triples_left, line, 6, out)) return;
        const u64 threes = filled_lanes(line.three);
        if (line.triples() >= 2)
            return try_each(threes, out, [&](int place, Answer& answer) {
                const Line rest = without(line, Shape(3, 1), place);
                const u64 others = downwards(filled_lanes(rest.three), place);
                if (!others) return;  // this pair of triples was met from its higher one
                Answer both = answer;
                try_each(others, both, [&](int second, Answer& found) {
                    found.push(Duty::titanic, tractor_first ? 5 : 6);
                    titanics(left - 1, triples_left, without(rest, Shape(3, 1), second), found);
                });
                answer = both;
            });
        if (!tractor_first && by_tractor(left, triples_left, line, 5, out)) return;
        // No chain is left: numbers decide.
        Line rest = line;
        int number = rung::six;
        const int pairs = Line::sum_lanes(line.two);
        if (threes) {
            number = pairs ? rung::triple_pair : rung::triple;
            rest = without(rest, Shape(3, 1), highest64(threes) / 3);
            if (pairs) rest = without_a_pair(rest);
        } else if (pairs) {
            number = pairs > 1 ? rung::two_pairs : rung::pair;
            rest = without_a_pair(rest);
            if (pairs > 1) rest = without_a_pair(rest);
        }
        out.push(Duty::titanic, number);
        titanics(left - 1, triples_left, rest, out);
    }

    bool by_tractor(int left, int triples_left, const Line& line, int number, Answer& out) const {
        const Shape tractor(2, 2);
        const u64 starts = chain_starts(line, tractor, linked_);
        if (!starts) return false;
        try_each(starts, out, [&](int place, Answer& answer) {
            answer.push(Duty::titanic, number);
            titanics(left - 1, triples_left, without(line, tractor, place), answer);
        });
        return true;
    }

    static Line without_a_pair(const Line& line) {
        return {line.two - lane(highest64(line.two) / 3), line.three};
    }

    void triples(int left, const Line& line, int last, Answer& out) const {
        if (left == 0) return tractors(0, 0, 0, line, ladder_.pairs, -1, out);
        const Shape triple(3, 1), pair(2, 1);
        if (u64 starts = filled_lanes(line.three)) {
            // From the highest down; if only higher ones are left, that choice was met before.
            if (last >= 0 && downwards(starts, last)) starts = downwards(starts, last);
            if (!ladder_.tractors) starts = lane(highest64(starts) / 3);  // any is as good
            return try_each(starts, out, [&](int place, Answer& answer) {
                answer.push(Duty::triple, 2);
                triples(left - 1, without(line, triple, place), place, answer);
            });
        }
        if (u64 starts = filled_lanes(line.two)) {
            if (!ladder_.tractors) starts = lane(highest64(starts) / 3);
            return try_each(starts, out, [&](int place, Answer& answer) {
                answer.push(Duty::triple, 1);
                triples(left - 1, without(line, pair, place), -1, answer);
            });
        }
        out.push(Duty::triple, 0);
        triples(left - 1, line, -1, out);
    }

    // Tractors longest first: the j-th may be as long as the lead's first j + 1 leave room for.
    void tractors(int j, int room, int used, const Line& line, int pairs, int last,
                  Answer& out) const {
        room += j < ladder_.tractors ? ladder_.tractor[j] : j < pairs ? 1 : 0;
        if (room > pairs) room = pairs;
        if (ladder_.tractors && j < most_shapes / 2) {
            int length = room - used;
            const int before = j ? out.value[out.size - 1] : length;
            if (length > before) length = before;
            for (; length >= 2; --length) {
                const Shape shape(2, length);
                u64 starts = chain_starts(line, shape, linked_);
                if (!starts) continue;
                if (last >= 0 && length == before && downwards(starts, last))
                    starts = downwards(starts, last);
                return try_each(starts, out, [&](int place, Answer& answer) {
                    answer.push(Duty::tractor, length);
                    tractors(j + 1, room, used + length, without(line, shape, place), pairs, place,
                             answer);
                });
            }
        }
        // Entries that were not reached count as none, so that lists of any length compare.
        if (ladder_.tractors)
            for (; j < most_shapes / 2; ++j) out.push(Duty::tractor, 0);
        if (pairs) {
            const int held = line.pairs(), fit = pairs - used;
            out.push(Duty::pairs, held < fit ? held : fit);
        }
    }

    const TrickRules& rules_;
    const Ladder& ladder_;
    u64 linked_;
};

}  // namespace

Answer best_answer(const TrickRules& rules, const Ladder& ladder, const Line& line, u64 linked) {
    Answer answer;
    answer.clear();
    Climb(rules, ladder, linked).wholes(0, ladder.titanics, ladder.triples, line, -1, answer);
    return answer;
}

int pairs_in(const Answer& answer, const Ladder& ladder) {
    int pairs = 0, whole = 0;
    for (int i = 0; i < answer.size; ++i) {
        const int value = answer.value[i];
        switch (static_cast<Duty>(answer.duty[i])) {
            case Duty::whole:
                if (value) pairs += ladder.whole[whole];
                ++whole;
                break;
            case Duty::titanic: {
                // By rung, from six singles up; two triples and a tractor are two each way.
                constexpr int kinds[] = {0, 1, 2, 1, 2, 2, 2, 2};
                pairs += kinds[value];
                break;
            }
            case Duty::triple: pairs += value > 0; break;
            case Duty::tractor:
            case Duty::pairs: pairs += value; break;
            case Duty::end: break;
        }
    }
    return pairs;
}

bool uses_chains(const TrickRules& rules, const Answer& answer) {
    const int tractor = rules.titanic_ladder == titanic_ladder::tractor_first ? 6 : 5;
    for (int i = 0; i < answer.size; ++i) {
        const int value = answer.value[i];
        switch (static_cast<Duty>(answer.duty[i])) {
            case Duty::whole:
            case Duty::tractor:
                if (value) return true;
                break;
            case Duty::titanic:
                if (value == 7 || value == tractor) return true;
                break;
            default: break;
        }
    }
    return false;
}

}  // namespace pokerfast
