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

// What an answer looks like from one stage of the ladder on, given what is left of the line. Each
// stage takes its best rung in every way it can and keeps the best end. The same line is reached in
// many ways when a lead has several parts, so ends are remembered then.
class Climb {
  public:
    Climb(const TrickRules& rules, const Ladder& ladder, u64 linked, AnswerMemo* memo)
        : rules_(rules), ladder_(ladder), linked_(linked), memo_(memo) {}

    // From whole titanic i on; `titanics` and `triples` count what is to be answered rung by rung.
    Answer wholes(int i, int titanics_left, int triples_left, const Line& line) {
        if (i == ladder_.wholes) return titanics(titanics_left, triples_left, line);
        return remembered({line, key(0, i, titanics_left, triples_left)}, [&] {
            const Shape shape(3, ladder_.whole[i]);
            const u64 starts = chain_starts(line, shape, linked_);
            if (starts)
                return best_of(starts, Duty::whole, 1, [&](int place) {
                    return wholes(i + 1, titanics_left, triples_left, without(line, shape, place));
                });
            const int length = shape.length();
            return joined(
                Duty::whole, 0,
                wholes(i + 1, titanics_left + length / 2, triples_left + length % 2, line));
        });
    }

  private:
    static u32 key(int stage, int a, int b, int c) {
        return static_cast<u32>(stage | a << 3 | b << 9 | c << 15);
    }

    template <class Find>
    Answer remembered(const AnswerMemo::Key& key, Find&& find) {
        if (!memo_) return find();
        if (const Answer* known = memo_->find(key)) return *known;
        const Answer found = find();
        memo_->keep(key, found);
        return found;
    }

    static Answer joined(Duty duty, int value, const Answer& end) {
        Answer answer;
        answer.duty[0] = static_cast<u8>(duty);
        answer.value[0] = static_cast<u8>(value);
        std::memcpy(answer.duty + 1, end.duty, most_entries - 1);
        std::memcpy(answer.value + 1, end.value, most_entries - 1);
        answer.size = end.size + 1;
        return answer;
    }

    // The best end over the places at which a rung can be taken, from the highest down.
    template <class Way>
    static Answer best_of(u64 starts, Duty duty, int value, Way&& way) {
        Answer best;
        for (bool first = true; starts; first = false) {
            const int place = highest64(starts) / 3;
            starts &= ~lane(place);
            const Answer end = way(place);
            if (first || compare(end, best) > 0) best = end;
        }
        return joined(duty, value, best);
    }

    Answer titanics(int left, int triples_left, const Line& line) {
        if (left == 0) return triples(triples_left, line);
        return remembered({line, key(1, left, triples_left, 0)},
                          [&] { return titanic(left, triples_left, line); });
    }

    Answer titanic(int left, int triples_left, const Line& line) {
        const Shape titanic(3, 2), tractor(2, 2), triple(3, 1);
        const auto go_on = [&](const Line& rest) { return titanics(left - 1, triples_left, rest); };
        if (const u64 starts = chain_starts(line, titanic, linked_))
            return best_of(starts, Duty::titanic, rung::titanic,
                           [&](int place) { return go_on(without(line, titanic, place)); });
        const bool tractor_first = rules_.titanic_ladder == titanic_ladder::tractor_first;
        const u64 tractors = chain_starts(line, tractor, linked_);
        const auto by_tractor = [&](int number) {
            return best_of(tractors, Duty::titanic, number,
                           [&](int place) { return go_on(without(line, tractor, place)); });
        };
        if (tractor_first && tractors) return by_tractor(6);
        const u64 threes = filled_lanes(line.three);
        if (line.triples() >= 2) {
            Answer best;
            bool first = true;
            for (u64 left_over = threes; left_over;) {
                const int place = highest64(left_over) / 3;
                const Line rest = without(line, triple, place);
                left_over &= ~lane(place);
                // The second triple is of the same place, where kinds share it, or of a lower one.
                u64 seconds = filled_lanes(rest.three) & ((2ull << (3 * place)) - 1);
                while (seconds) {
                    const int second = highest64(seconds) / 3;
                    seconds &= ~lane(second);
                    const Answer end = go_on(without(rest, triple, second));
                    if (first || compare(end, best) > 0) best = end;
                    first = false;
                }
            }
            return joined(Duty::titanic, tractor_first ? 5 : 6, best);
        }
        if (tractors) return by_tractor(5);
        // No chain is left: numbers decide.
        Line rest = line;
        int number = rung::six;
        const int pairs = Line::sum_lanes(line.two);
        if (threes) {
            number = pairs ? rung::triple_pair : rung::triple;
            rest = without(rest, triple, highest64(threes) / 3);
            if (pairs) rest = without_a_pair(rest);
        } else if (pairs) {
            number = pairs > 1 ? rung::two_pairs : rung::pair;
            rest = without_a_pair(rest);
            if (pairs > 1) rest = without_a_pair(rest);
        }
        return joined(Duty::titanic, number, go_on(rest));
    }

    static Line without_a_pair(const Line& line) {
        return {line.two - lane(highest64(line.two) / 3), line.three};
    }

    Answer triples(int left, const Line& line) {
        if (left == 0) return tractors(0, 0, 0, ladder_.pairs, line);
        return remembered({line, key(2, left, 0, 0)}, [&] {
            const Shape triple(3, 1), pair(2, 1);
            const bool wide = line.three != 0;
            u64 starts = filled_lanes(wide ? line.three : line.two);
            if (!starts) return joined(Duty::triple, 0, triples(left - 1, line));
            if (!ladder_.tractors) starts = lane(highest64(starts) / 3);  // any is as good
            return best_of(starts, Duty::triple, wide ? 2 : 1, [&](int place) {
                return triples(left - 1, without(line, wide ? triple : pair, place));
            });
        });
    }

    // Tractors longest first: number j may be as long as the one before, and as the lead's first
    // j + 1 lengths leave room for.
    Answer tractors(int j, int room, int used, int before, const Line& line) {
        const int pairs = ladder_.pairs;
        room += j < ladder_.tractors ? ladder_.tractor[j] : 1;
        if (room > pairs) room = pairs;
        if (j < ladder_.tractors || (ladder_.tractors && j < most_tractors)) {
            int length = room - used < before ? room - used : before;
            for (; length >= 2; --length) {
                const Shape shape(2, length);
                const u64 starts = chain_starts(line, shape, linked_);
                if (!starts) continue;
                return remembered({line, key(3, j, used, before)}, [&] {
                    return best_of(starts, Duty::tractor, length, [&](int place) {
                        return tractors(j + 1, room, used + length, length,
                                        without(line, shape, place));
                    });
                });
            }
        }
        // Entries that were not reached count as none, so that lists of any length compare.
        Answer end;
        end.clear();
        if (ladder_.tractors)
            for (; j < most_tractors; ++j) end.push(Duty::tractor, 0);
        if (pairs) {
            const int held = line.pairs(), fit = pairs - used;
            end.push(Duty::pairs, held < fit ? held : fit);
        }
        return end;
    }

    static constexpr int most_tractors = most_shapes / 2;

    const TrickRules& rules_;
    const Ladder& ladder_;
    u64 linked_;
    AnswerMemo* memo_;
};

}  // namespace

const Answer* AnswerMemo::find(const Key& key) const {
    const auto found = ends_.find(key);
    return found == ends_.end() ? nullptr : &found->second;
}

void AnswerMemo::keep(const Key& key, const Answer& answer) {
    if (ends_.size() >= most_kept) ends_.clear();
    ends_.emplace(key, answer);
}

Answer best_answer(const TrickRules& rules, const Ladder& ladder, const Line& line, u64 linked,
                   AnswerMemo* memo) {
    AnswerMemo own;
    if (!memo && ladder.parts() > 2) memo = &own;
    return Climb(rules, ladder, linked, ladder.parts() > 2 ? memo : nullptr)
        .wholes(0, ladder.titanics, ladder.triples, line);
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
