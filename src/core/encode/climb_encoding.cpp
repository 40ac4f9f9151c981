#include "encode/climb_encoding.hpp"

namespace pokerfast {

namespace {

constexpr int longest_run = 12, most_bid = 3;

// All cards of the packs, by rank.
RankCounts pack_of(const Plays& plays, u64 big_kinds) {
    CardIds ids;
    for (int deck = 0; deck < plays.decks(); ++deck) ids.deck[deck] = plays.kinds();
    return ranks_of(ids, big_kinds);
}

// What is left of some cards when others went, which need not be among them.
RankCounts less(const RankCounts& cards, const RankCounts& gone) {
    RankCounts left;
    for (int slot = 0; slot < slots_n; ++slot) {
        const int n = cards.of(slot) - gone.of(slot);
        if (n > 0) left += ranks_of(slot, n);
    }
    return left;
}

// Row n: of which kinds there are more than n copies.
void spread_copies(const CardIds& ids, int rows, i8* out) {
    const Copies three = ids.pile().copies();
    const u64 d = ids.deck[3];
    const u64 at_least[most_packs] = {three.one | d, three.two | (three.one & d),
                                      three.three | (three.two & d), three.three & d};
    for (int n = 0; n < rows; ++n) spread_cards(at_least[n], out + kinds_n * n);
}

u64 number_at(const AnyState& state, const PublicNumber& number, int i) {
    u64 value = 0;
    std::memcpy(&value, state.bytes + number.offset + number.bytes * i, number.bytes);
    return value;
}

PF_INLINE int relative(int seat, int viewer, int players) {
    return seat < viewer ? seat - viewer + players : seat - viewer;
}

PF_INLINE int absolute(int place, int viewer, int players) {
    return (viewer + place) % players;
}

}  // namespace

ClimbEncoding::ClimbEncoding(const ClimbGame& game)
    : game_(game), copies_(4 * game.plays().decks()) {
    for (int kind = 0; kind < static_cast<int>(ActionKind::count_); ++kind)
        names_cards_ |= game.names_card(static_cast<ActionKind>(kind));
    std::vector<const char*> names;
    for (int kind = 0; kind < kinds_count; ++kind) {
        if (!(game.play_kinds() >> kind & 1)) continue;
        kind_number_[kind] = static_cast<u8>(names.size());
        names.push_back(kind_names[kind]);
    }
    kinds_ = static_cast<int>(names.size());
    kinds_text_ = listed("kind of play", names);
    side_text_ = listed("side of that seat, where it is known", game.side_names());
    lay_out(game);
}

void ClimbEncoding::note(Trace& trace, const AnyState& before, const Action& action,
                         const AnyState&) const {
    if (!game_.in_play(before)) return;
    const int seat = game_.seat(before);
    Trace::Move move;
    move.seat = static_cast<u8>(seat);
    move.kind = action.kind;
    if (action.kind != ActionKind::pass) {
        const RankCounts& cards = action.play.cards;
        move.cards = TracedCards::of(cards);
        trace.played[seat] = TracedCards::of(trace.played[seat].counts() + cards);
        RankCounts shown = less(trace.shown[seat].counts(), cards);
        if (action.kind == ActionKind::take) {
            const Combo table = game_.table(before);
            TracedCards& of_owner = trace.played[game_.table_by(before)];
            of_owner = TracedCards::of(less(of_owner.counts(), table.cards));
            shown += table.cards;
        }
        trace.shown[seat] = TracedCards::of(shown);
    }
    trace.add(move);
}

void ClimbEncoding::write(const AnyState& state, const Trace& trace, int viewer, Page& page) const {
    AnyState seen = state;
    game_.redact(seen, viewer);
    const int seats = game_.seats(), players = game_.players(state);
    const u64 big = game_.big_kinds(seen);
    const auto ranks = [&](const CardIds& ids) { return ranks_of(ids, big); };
    const auto seat_of = [&](int place) { return absolute(place, viewer, players); };

    const CardIds& own = game_.held(seen, viewer);
    page.counts("hand", -1, "the own hand", ranks(own), copies_);
    if (names_cards_) {
        const int decks = game_.plays().decks();
        spread_copies(own, decks,
                      page.take("hand_cards", -1, "the own hand by card", decks, kinds_n));
        const CardIds marked = own & game_.marked_cards(seen);
        i8* const field = page.take("hand_marked", -1, "marked jokers in it: small, big", 1, 2);
        field[0] = static_cast<i8>(marked.kinds() >> kind_small_joker & 1);
        field[1] = static_cast<i8>(marked.kinds() >> kind_big_joker & 1);
    }
    // While nothing has been played all but the own hand is unseen; later only hands are left.
    RankCounts unseen;
    if (game_.in_play(state) || game_.over(state)) {
        for (int place = 1; place < players; ++place)
            unseen += ranks(game_.held(state, seat_of(place)));
    } else {
        unseen = less(pack_of(game_.plays(), big), ranks(own));
    }
    page.counts("unseen", -1, "all cards not in the own hand that were not played", unseen,
                copies_);
    for (int place = 0; place < seats; ++place)
        page.counts("played", place, "what that seat played",
                    place < players ? trace.played[seat_of(place)].counts() : RankCounts{},
                    copies_);
    for (int place = 1; place < seats; ++place) {
        RankCounts known;
        if (place < players) {
            const int seat = seat_of(place);
            const CardIds open = game_.held(seen, seat);
            known = open.empty() ? trace.shown[seat].counts() : ranks(open);
        }
        page.counts("known", place, "cards known to be in that hand", known, copies_);
    }
    for (int place = 0; place < seats; ++place)
        page.steps("cards", place, "cards in that hand",
                   place < players ? game_.held(state, seat_of(place)).size() : 0,
                   game_.most_held());

    const Combo table = game_.table(seen);
    const bool on_table = table.reading.kind != Kind::pass;
    page.counts("table", -1, "the play to beat", table.cards, copies_);
    page.choice("table_kind", -1, kinds_text_.c_str(),
                on_table ? kind_number_[static_cast<int>(table.reading.kind)] : -1, kinds_);
    page.choice("table_rank", -1, "the rank compared, by slot", on_table ? table.reading.rank : -1,
                slots_n);
    page.steps("table_length", -1, "links of its chain", table.reading.length, longest_run);
    const int by = game_.table_by(seen);
    page.choice("table_by", -1, "who played it", by < 0 ? -1 : relative(by, viewer, players),
                seats);

    page.choice("phase", -1, phases_.c_str(), game_.phase(seen),
                static_cast<int>(game_.phase_names().size()));
    const int turn = game_.seat(seen);
    page.choice("turn", -1, "whose answer is awaited",
                turn < 0 ? -1 : relative(turn, viewer, players), seats);
    const int sides = static_cast<int>(game_.side_names().size());
    for (int place = 0; place < seats; ++place)
        page.choice("side", place, side_text_.c_str(),
                    place < players ? game_.side_of(seen, seat_of(place)) : -1, sides);
    const u64 multiplier = static_cast<u64>(game_.multiplier(state));
    page.steps("multiplier", -1, "step i: at least 2 to the i", highest64(multiplier | 1), 16);
    for (const PublicNumber& number : game_.public_numbers())
        write_number(seen, number, viewer, big, page);

    for (u32 n = 1; n <= traced_moves; ++n) {
        const Trace::Move* const move = trace.last(n);
        page.counts("move", static_cast<int>(n), "cards of the n-th last move; none for a pass",
                    move ? move->cards.counts() : RankCounts{}, copies_);
    }
    for (u32 n = 1; n <= traced_moves; ++n) {
        const Trace::Move* const move = trace.last(n);
        page.choice("move_by", static_cast<int>(n), "whose move that was",
                    move ? relative(move->seat, viewer, players) : -1, seats);
    }
}

void ClimbEncoding::write_number(const AnyState& seen, const PublicNumber& number, int viewer,
                                 u64 big_kinds, Page& page) const {
    using Form = PublicNumber::Form;
    const int seats = game_.seats(), players = game_.players(seen);
    const auto place_of = [&](u64 seat) {
        return seat < static_cast<u64>(players) ? relative(static_cast<int>(seat), viewer, players)
                                                : -1;
    };
    // Fields of a state's parts are told by their own name.
    const char* const dot = std::strrchr(number.name, '.');
    const char* const name = dot ? dot + 1 : number.name;
    for (int place = 0; place < (number.each ? seats : 1); ++place) {
        const bool there = !number.each || place < players;
        const u64 value =
            there ? number_at(seen, number, number.each ? absolute(place, viewer, players) : 0) : 0;
        const int index = number.each ? place : -1;
        switch (number.form) {
            case Form::seat:
                page.choice(name, index, number.meaning, place_of(value), seats);
                break;
            case Form::seats: {
                i8* const field = page.take(name, index, number.meaning, 1, seats);
                for (int i = 0; i < players; ++i)
                    field[i] = static_cast<i8>(value >> absolute(i, viewer, players) & 1);
                break;
            }
            case Form::choice:
                page.choice(name, index, number.meaning,
                            there ? static_cast<i64>(value) - number.low : -1, number.size);
                break;
            case Form::steps:
                page.steps(name, index, number.meaning, static_cast<i64>(value) - number.low + 1,
                           number.size);
                break;
            case Form::card: {
                i8* const field = page.take(name, index, number.meaning, 1, kinds_n);
                if (value < kinds_n) field[value] = 1;
                break;
            }
            case Form::ids:
            case Form::packs: {
                CardIds cards;
                std::memcpy(cards.deck, seen.bytes + number.offset,
                            sizeof(u64) * (number.form == Form::packs ? most_packs : 1));
                page.counts(name, index, number.meaning, ranks_of(cards, big_kinds), copies_);
                break;
            }
        }
    }
}

void ClimbEncoding::write_action(const Action& action, Page& page) const {
    page.counts("cards", -1, "cards of the play", action.play.cards, copies_);
    page.choice("word", -1, words_.c_str(), static_cast<int>(action.kind),
                static_cast<int>(ActionKind::count_));
    page.steps("number", -1, "of a bid", action.number, most_bid);
    const Reading reading = action.play.reading;
    const bool plays = reading.kind != Kind::pass;
    page.choice("kind", -1, kinds_text_.c_str(),
                plays ? kind_number_[static_cast<int>(reading.kind)] : -1, kinds_);
    page.choice("rank", -1, "the rank compared, by slot", plays ? reading.rank : -1, slots_n);
    page.steps("length", -1, "links of its chain", reading.length, longest_run);
    if (names_cards_) {
        const bool named = action.kind == ActionKind::show || action.kind == ActionKind::name;
        i8* const field = page.take("card", -1, "the card shown or named", 1, kinds_n);
        if (named) spread_cards(action.ids.kinds(), field);
    }
}

}  // namespace pokerfast
