#include "game/baohuang.hpp"

#include "cards/deal_ids.hpp"

#include <cstring>

namespace pokerfast {

using namespace baohuang;
using race::nobody;
using race::seats_n;

namespace {

constexpr const char* phases[] = {"play", "over",      "claim", "throne",
                                  "name", "open_solo", "show",  "revolt"};
static_assert(sizeof(phases) / sizeof(*phases) == phases_n);
constexpr const char* sides[] = {"emperor", "rebels"};

constexpr int refusals_to_redeal = 2 * seats_n;
constexpr double fine = -40;

// The n-th seat from this one on, each followed by its upper neighbour.
u8 upward(int seat, int n) {
    return static_cast<u8>((seat - n + 2 * seats_n) % seats_n);
}

int holder_of(const State& s, int kind) {
    for (int i = 0; i < seats_n; ++i)
        if (s.round.held[i].deck[marked_deck] >> kind & 1) return i;
    return nobody;
}

CardIds marked_card(int kind) {
    CardIds ids;
    ids.deck[marked_deck] = 1ull << kind;
    return ids;
}

}  // namespace

Baohuang::Baohuang(std::vector<i64> values)
    : RaceGame(std::move(values)), rules_(BaohuangRules::from_values(values_)), plays_(rules_) {}

std::span<const char* const> Baohuang::phase_names() const {
    return phases;
}

std::span<const char* const> Baohuang::side_names() const {
    return sides;
}

int Baohuang::side_of(const AnyState& state, int seat) const {
    const State& s = of(state);
    if (s.emperor == nobody || (s.guard == nobody && s.solo == none)) return -1;
    return seat != s.emperor && seat != s.guard;
}

void Baohuang::blank(AnyState& state) const {
    std::memset(state.bytes, 0, sizeof state.bytes);
    State& s = of(state);
    blank_round(s.round);
    s.emperor = s.guard = s.quitter = nobody;
    s.named = nothing;
}

std::vector<Fault> Baohuang::start(AnyState& state, const StartArgs& args) const {
    std::vector<Fault> faults;
    if (args.first < -1 || args.first >= seats_n)
        faults.push_back({"first", "must be a seat, 0 to 4"});
    if (args.last_winner != -1) faults.push_back({"last_winner", "has no meaning in this game"});
    if (!args.beans.empty()) faults.push_back({"beans", "has no meaning in this game"});
    if (!faults.empty()) return faults;
    blank(state);
    State& s = of(state);
    s.round.seed = args.seed;
    s.round.game = args.game;
    s.round.given_first = args.first < 0 ? nobody : static_cast<u8>(args.first);
    s.round.first = args.first < 0 ? 0 : s.round.given_first;
    begin_deal(state);
    if (!args.from_play) return {};
    // Nobody claims; the holder of the 皇牌 keeps it, names the first card he may, and no one shows
    // or revolts.
    if (s.round.phase == claim) begin_throne(s);
    take_throne(state);
    if (s.round.phase == baohuang::name) name_guard(s, lowest(unrank_before(state, 0).ids.kinds()));
    if (s.round.phase != race::play) begin_play(state, s.emperor);
    return {};
}

// Who draws first gets a card more where they don't divide.
int Baohuang::hand_size(const State& s, int seat) const {
    const int total = most_packs * count_bits64(plays_.kinds());
    return total / seats_n + ((seat - s.round.first + seats_n) % seats_n < total % seats_n);
}

void Baohuang::begin_deal(AnyState& state) const {
    State& s = of(state);
    u8 sizes[seats_n];
    for (int i = 0; i < seats_n; ++i) sizes[i] = static_cast<u8>(hand_size(s, i));
    deal_ids(s.round.seed, s.round.game, s.round.deal, most_packs, plays_.kinds(), sizes,
             s.round.held);
    s.refusals = s.asked = s.claims = 0;
    s.carried = {};
    if (!rules_.qiangdu) return begin_throne(s);
    s.round.phase = claim;
    s.round.turn = static_cast<u8>(holder_of(s, throne_card));
}

void Baohuang::begin_throne(State& s) const {
    s.asked = 0;
    s.carried = marked_card(throne_card);
    s.round.phase = throne;
    s.round.turn = static_cast<u8>(holder_of(s, throne_card));
}

u64 Baohuang::nameable(const State& s, int seat) const {
    const u64* deck = s.round.held[seat].deck;
    const u64 three =
        (deck[0] & deck[1] & (deck[2] | deck[3])) | (deck[2] & deck[3] & (deck[0] | deck[1]));
    return three & ~joker_kinds;
}

// 经典: back at the first holder, who has three copies of a card and four of none, it stays.
bool Baohuang::may_yield(const State& s) const {
    if (!rules_.classic || s.refusals != seats_n) return true;
    const u64* deck = s.round.held[s.round.turn].deck;
    const u64 four = deck[0] & deck[1] & deck[2] & deck[3] & ~joker_kinds;
    return four || !nameable(s, s.round.turn);
}

// All are asked alike, so that the question tells nothing of their cards.
bool Baohuang::may(const State& s) const {
    switch (s.round.phase) {
        case open_solo: return rules_.classic || s.solo == dark;
        case show: return s.round.turn == s.guard;
        case revolt: return s.round.turn != s.guard;
        default: return true;
    }
}

u64 Baohuang::count_before(const AnyState& state) const {
    const State& s = of(state);
    switch (s.round.phase) {
        case throne: return may_yield(s) ? 2 : 1;
        case baohuang::name: return static_cast<u64>(count_bits64(nameable(s, s.round.turn)));
        default: return may(s) ? 2 : 1;
    }
}

namespace {

// The answer other than declining that a phase asks for.
ActionKind offered(u8 phase) {
    switch (phase) {
        case claim:
        case revolt: return ActionKind::rob;
        case throne: return ActionKind::call;
        case baohuang::name: return ActionKind::name;
        default: return ActionKind::show;
    }
}

ActionKind declining(u8 phase) {
    return phase == throne ? ActionKind::yield : ActionKind::no;
}

}  // namespace

Action Baohuang::unrank_before(const AnyState& state, u64 index) const {
    const State& s = of(state);
    Action action;
    if (s.round.phase == baohuang::name) {
        action.kind = ActionKind::name;
        const u64 kinds = nameable(s, s.round.turn);
        // Suit by suit, each from the lowest rank, the 2 being the highest.
        u64 left = index;
        for (int suit = 0;; ++suit) {
            const u64 of_suit = kinds >> (13 * suit) & suit_mask;
            const u64 n = static_cast<u64>(count_bits64(of_suit));
            if (left >= n) {
                left -= n;
                continue;
            }
            const u64 others = of_suit & ~1ull;
            const bool two = left >= static_cast<u64>(count_bits64(others));
            const int rank = two ? 0 : select_bit64(others, static_cast<u32>(left));
            action.ids = CardIds::of(1ull << (13 * suit + rank));
            return action;
        }
    }
    const bool offers = index == 0 && (s.round.phase == throne || may(s));
    action.kind = offers ? offered(s.round.phase) : declining(s.round.phase);
    return action;
}

Code Baohuang::check_before(const AnyState& state, Action& action) const {
    const State& s = of(state);
    if (s.round.phase != baohuang::name && action.kind == declining(s.round.phase))
        return s.round.phase == throne && !may_yield(s) ? Code::must_take : Code::ok;
    if (action.kind != offered(s.round.phase)) return Code::wrong_phase;
    if (s.round.phase == baohuang::name) {
        const u64 kinds = action.ids.kinds();
        if (action.ids.size() != 1 || !(kinds & nameable(s, s.round.turn))) return Code::wrong_name;
        action.ids = CardIds::of(kinds);
        action.exact = false;
        return Code::ok;
    }
    return may(s) ? Code::ok : Code::only_no;
}

void Baohuang::apply_before(AnyState& state, const Action& action) const {
    State& s = of(state);
    const bool yes = action.kind == offered(s.round.phase);
    switch (s.round.phase) {
        case claim: return answer_claim(state, yes);
        case throne: return yes ? take_throne(state) : refuse_throne(state);
        case baohuang::name:
            name_guard(s, lowest(action.ids.kinds()));
            return ask(state, open_solo);
        case open_solo:
            if (!yes) return ask(state, show);
            s.guard = nobody;
            s.solo = open;
            return begin_play(state, s.emperor);
        default: return answer_in_turn(state, action);
    }
}

void Baohuang::answer_claim(AnyState& state, bool yes) const {
    State& s = of(state);
    if (yes) s.claims = static_cast<u8>(s.claims | 1u << s.round.turn);
    const int holder = holder_of(s, throne_card);
    if (++s.asked < seats_n) {
        s.round.turn = upward(holder, s.asked);
        return;
    }
    if (!s.claims) return begin_throne(s);
    // The holder comes first, then whoever is nearest above him.
    s.asked = 0;
    int seat = holder;
    while (!(s.claims >> seat & 1)) seat = upward(seat, 1);
    s.emperor = static_cast<u8>(seat);
    s.solo = open;
    begin_play(state, s.emperor);
}

// 简明: a later holder adds a 2 of the dealt hand, else its highest card but jokers; nothing if he
// has none.
void Baohuang::pay(State& s, int seat) const {
    const CardIds own = (s.round.held[seat] - s.carried).within(~joker_kinds);
    const u32 slots = ranks_of(own, 0).plane(1);
    if (slots) s.carried = s.carried | lowest_ids(own, ranks_of(highest(slots), 1), 0);
}

// The 皇牌 is always known to be with who was asked first for it; the guard's card once all know
// the sides.
CardIds Baohuang::public_cards(const AnyState& state) const {
    const State& s = of(state);
    CardIds held, known = marked_card(throne_card);
    for (const CardIds& hand : s.round.held) held = held | hand;
    if (!rules_.classic && s.exposed()) known = known | marked_card(guard_card);
    if (s.named != nothing && s.exposed())
        for (u64& deck : known.deck) deck |= 1ull << s.named;
    return known & held;
}

// In 经典 the emperor has named a card that he holds three of; those that are gone were his.
Holding Baohuang::sure_copies(const AnyState& state) const {
    const State& s = of(state);
    if (s.named == nothing || s.exposed()) return {};
    int held = 0;
    for (const CardIds& hand : s.round.held) held += hand.copies(s.named);
    return {s.named, s.emperor, 3 - (most_packs - held)};
}

int Baohuang::named_copies(const AnyState&, const Action& action) const {
    return action.kind == ActionKind::name ? 3 : 0;
}

void Baohuang::settle_sides(AnyState& state, const AnyState& before) const {
    State& s = of(state);
    if (!s.carried.empty()) {
        int paid = s.carried.size() - 1;
        s.carried = marked_card(throne_card);
        while (paid-- > 0) pay(s, s.round.turn);
    }
    if (s.emperor == nobody || s.solo == open || (s.guard == nobody && s.solo == none)) return;
    int guard = nobody;
    bool played = true;  // the card that tells
    if (!rules_.classic) {
        guard = holder_of(s, guard_card);
        played = guard == nobody;
    } else {
        for (int i = 0; i < seats_n; ++i)
            if (s.round.held[i].copies(s.named)) {
                played = false;
                if (i != s.emperor) guard = i;
            }
        // Only the emperor's own are left: he is alone unless the guard's was seen.
        played = played || (guard == nobody && s.revealed);
        if (guard == nobody) guard = s.emperor;
    }
    (void)before;
    if (played) return;
    s.solo = guard == s.emperor ? dark : none;
    s.guard = guard == s.emperor ? nobody : static_cast<u8>(guard);
}

void Baohuang::refuse_throne(AnyState& state) const {
    State& s = of(state);
    const int seat = s.round.turn, upper = upward(seat, 1);
    if (!rules_.classic && s.refusals > 0) pay(s, seat);
    if (++s.refusals == refusals_to_redeal) {
        ++s.round.deal;
        return begin_deal(state);
    }
    s.round.held[seat] = s.round.held[seat] - s.carried;
    s.round.held[upper] = s.round.held[upper] | s.carried;
    s.round.turn = static_cast<u8>(upper);
}

void Baohuang::take_throne(AnyState& state) const {
    State& s = of(state);
    s.emperor = s.round.turn;
    s.carried = {};
    s.refusals = 0;
    if (!rules_.classic) {
        const int guard = holder_of(s, guard_card);
        if (guard == s.emperor)
            s.solo = dark;
        else
            s.guard = static_cast<u8>(guard);
        return ask(state, open_solo);
    }
    if (nameable(s, s.emperor)) {
        s.round.phase = baohuang::name;
        return;
    }
    s.solo = open;
    begin_play(state, s.emperor);
}

void Baohuang::name_guard(State& s, int kind) const {
    s.named = static_cast<u8>(kind);
    for (int i = 0; i < seats_n; ++i)
        if (i != s.emperor && s.round.held[i].copies(kind)) {
            s.guard = static_cast<u8>(i);
            return;
        }
    s.solo = dark;
}

void Baohuang::ask(AnyState& state, u8 phase) const {
    State& s = of(state);
    s.asked = 0;
    if (phase == revolt && rules_.classic) return begin_play(state, s.emperor);
    s.round.phase = phase;
    s.round.turn = phase == open_solo ? s.emperor : upward(s.emperor, 1);
}

// 明保 and 造反: the other four, upward from the emperor.
void Baohuang::answer_in_turn(AnyState& state, const Action& action) const {
    State& s = of(state);
    const u8 phase = s.round.phase;
    if (phase == show && action.kind == ActionKind::show) {
        s.shown = 1;
        return ask(state, revolt);
    }
    if (action.kind == ActionKind::rob) s.revolts = static_cast<u8>(s.revolts | 1u << s.round.turn);
    if (++s.asked < seats_n - 1) {
        s.round.turn = upward(s.emperor, s.asked + 1);
        return;
    }
    if (phase == show) return ask(state, revolt);
    s.asked = 0;
    begin_play(state, s.emperor);
}

// The marked card tells who is the guard, or that there is none; in 经典 the guard's copy of the
// card named, or the emperor's fourth.
void Baohuang::note_play(AnyState& state, const CardIds& ids) const {
    State& s = of(state);
    if (s.solo == open || s.revealed) return;
    const int seat = s.round.turn;
    if (!rules_.classic) {
        s.revealed = ids.deck[marked_deck] >> guard_card & 1;
        return;
    }
    if (s.named == nothing || !ids.copies(s.named)) return;
    s.revealed = seat == s.guard ||
                 (s.solo == dark && s.round.held[seat].copies(s.named) == ids.copies(s.named));
}

int Baohuang::leader_for(const AnyState& state, int owner) const {
    int seat = race::after(owner);
    while (round(state).place[seat]) seat = race::after(seat);
    return seat;
}

int Baohuang::winner(const State& s) const {
    if (s.quitter != nobody || s.emperor == nobody) return -1;
    const u8* place = s.round.place;
    if (s.guard != nobody) {
        if (place[s.emperor] && place[s.guard]) return 0;
        return s.round.out() - (place[s.emperor] > 0) - (place[s.guard] > 0) == 3 ? 1 : -1;
    }
    if (place[s.emperor]) return s.solo == open && place[s.emperor] != 1;
    return s.round.out() >= (s.solo == open ? 1 : 2) ? 1 : -1;
}

bool Baohuang::finished(const AnyState& state) const {
    return winner(of(state)) >= 0;
}

bool Baohuang::stopped(const AnyState& state) const {
    return of(state).quitter != nobody;
}

i64 Baohuang::multiplier(const AnyState& state) const {
    const State& s = of(state);
    const int doubles = s.shown + s.revolted();
    return rules_.stack_doubles ? i64{1} << doubles : doubles ? 2 : 1;
}

void Baohuang::returns(const AnyState& state, double* out) const {
    const State& s = of(state);
    for (int i = 0; i < seats_n; ++i) out[i] = 0;
    if (s.round.phase != race::over) return;
    if (s.quitter != nobody) {
        out[s.quitter] = fine;
        return;
    }
    bool all_away = true;
    for (const u8 away : s.round.away) all_away &= away != 0;
    if (all_away || winner(s) < 0) return;
    const double factor = static_cast<double>(multiplier(state));
    const u8* place = s.round.place;
    double unit = 0;  // what each rebel loses
    double emperor = 4;
    if (s.solo == open) {
        unit = place[s.emperor] == 1 ? 6 : -6;
    } else if (s.solo == dark) {
        const int won = place[s.emperor] == 1 ? 3 : place[s.emperor] == 2 ? 0 : -3;
        unit = won * factor;
    } else {
        int sum = 15;  // of the places of both, those still in sharing what is left
        if (place[s.emperor] && place[s.guard])
            sum = place[s.emperor] + place[s.guard];
        else
            for (int i = 0; i < seats_n; ++i)
                if (i != s.emperor && i != s.guard) sum -= place[i];
        unit = (6 - sum) * factor;
        emperor = 2;
    }
    for (int i = 0; i < seats_n; ++i)
        out[i] = i == s.emperor ? emperor * unit : i == s.guard ? unit : 0 - unit;
}

Code Baohuang::administer(AnyState& state, int seat, int what) const {
    State& s = of(state);
    if (seat >= 0 && seat < seats_n && s.round.phase != race::over) {
        if (what == 1 && s.autos[seat] > most_autos) return Code::auto_;
        if (what == 0 && s.round.away[seat] == 0 && s.autos[seat] <= most_autos) ++s.autos[seat];
    }
    const Code code = RaceGame::administer(state, seat, what);
    if (code == Code::ok && what == 2) {
        s.quitter = static_cast<u8>(seat);
        s.round.phase = race::over;
    }
    return code;
}

bool Baohuang::auto_action(const AnyState& state, Action& action) const {
    const State& s = of(state);
    if (s.round.phase == race::over) return false;
    if (s.round.phase != race::play) {
        const u64 n = count_before(state);
        action = unrank_before(state, s.round.phase == baohuang::name ? 0 : n - 1);
        return true;
    }
    action = {};
    if (!s.round.leading()) return true;
    // The smallest single card; nothing but bound cards: all of them.
    const RankCounts& hand = s.round.counts[s.round.turn];
    const u32 free = hand.plane(1) & ~plan().bound;
    action.kind = ActionKind::play;
    action.play.cards = free ? ranks_of(lowest(free), 1) : hand;
    check(state, action);
    return true;
}

CardIds Baohuang::marked_cards(const AnyState&) const {
    CardIds ids = marked_card(throne_card);
    if (!rules_.classic) ids = ids | marked_card(guard_card);
    return ids;
}

void Baohuang::redact_sides(AnyState& state, int viewer) const {
    State& s = of(state);
    const u8 own = static_cast<u8>(viewer < 0 ? 0 : 1u << viewer);
    // Claims and revolts are made at once, and a single revolt has no effect.
    if (s.round.phase == claim) s.claims &= own;
    if (s.round.phase == revolt) s.revolts &= own;
    // What travels with the throne is seen by whoever holds it.
    if (viewer != s.round.turn) s.carried = {};
    if (s.round.phase == race::over || s.exposed() || viewer == s.guard) return;
    if (viewer == s.emperor && s.solo == dark) return;
    s.guard = nobody;
    s.solo = none;
}

bool Baohuang::hides(const AnyState& then, int by, const AnyState& now, int viewer) const {
    const u8 phase = round(then).phase;
    if (round(then).deal != round(now).deal) return false;
    return (phase == claim || phase == revolt) && round(now).phase == phase && by != viewer;
}

}  // namespace pokerfast
