#include "encode/trick_encoding.hpp"

#include "trick/winner.hpp"

namespace pokerfast {

using namespace trick;

namespace {

Copies both(const Copies& a, const Copies& b) {
    return {a.one & b.one, a.two & b.two, a.three & b.three};
}

Copies either(const Copies& a, const Copies& b) {
    return {a.one | b.one, a.two | b.two, a.three | b.three};
}

Copies less(const Copies& cards, const Copies& gone) {
    return cards - both(cards, gone);
}

}  // namespace

TrickEncoding::TrickEncoding(const TrickGame& game) : game_(game) {
    lay_out(game);
}

void TrickEncoding::note(Trace& trace, const AnyState& before, const Action& action,
                         const AnyState& after) const {
    const State &was = TrickGame::of(before), &is = TrickGame::of(after);
    if (was.deal != is.deal) {
        trace = Trace{};
        return;
    }
    const int seat = was.turn;
    TracedCards& shown = trace.shown[seat];
    if (action.kind == ActionKind::declare || action.kind == ActionKind::rob)
        shown = TracedCards::of(either(shown.copies(), action.ids.pile().copies()));
    if (action.kind != ActionKind::play) return;
    // Of a throw that failed only a part is played, but everybody saw all of it.
    const Copies given = (was.hand[seat] - is.hand[seat]).copies();
    const Copies tried = action.ids.pile().copies();
    shown = TracedCards::of(either(less(shown.copies(), given), tried - given));
    trace.played[seat] = TracedCards::of(trace.played[seat].copies() + given);
    trace.add({TracedCards::of(given), static_cast<u8>(seat), ActionKind::play});
}

void TrickEncoding::write(const AnyState& state, const Trace& trace, int viewer, Page& page) const {
    AnyState redacted = state;
    game_.redact(redacted, viewer);
    const State &s = TrickGame::of(state), &seen = TrickGame::of(redacted);
    const int seats = game_.seats(), decks = game_.decks();
    const auto seat_of = [&](int place) { return game_.seat_at(viewer + place); };

    const Pile& own = seen.hand[viewer];
    page.copies("hand", -1, "the own hand", own.copies(), decks);
    // While nothing has been played all but the own hand is unseen; later hands and perhaps the
    // kitty are left.
    const bool begun = s.phase == Phase::play || s.phase == Phase::over;
    Copies unseen;
    if (begun) {
        Pile left = seen.kitty.empty() ? s.kitty : Pile{};
        for (int place = 1; place < seats; ++place) left = left | s.hand[seat_of(place)];
        unseen = left.copies();
    } else {
        unseen = (whole_pack(decks, game_.kinds()) - own - seen.kitty).copies();
    }
    page.copies("unseen", -1,
                "all cards not in the own hand that were not played, nor buried by the own seat",
                unseen, decks);
    for (int place = 0; place < seats; ++place)
        page.copies("played", place, "what that seat played", trace.played[seat_of(place)].copies(),
                    decks);
    for (int place = 0; place < seats; ++place)
        page.copies("known", place, "what that seat has shown and not played since",
                    trace.shown[seat_of(place)].copies(), decks);
    const int most = game_.hand_cards() + game_.kitty_cards();
    for (int place = 0; place < seats; ++place)
        page.steps("cards", place, "cards in that hand", s.hand[seat_of(place)].size(), most);

    write_trick(seen, viewer, page);
    page.choice("phase", -1, phases_.c_str(), static_cast<int>(s.phase),
                static_cast<int>(Phase::count_));
    page.choice("turn", -1, "whose answer is awaited",
                s.phase == Phase::over ? -1 : game_.seat_at(s.turn + seats - viewer), seats);
    write_deal(seen, viewer, page);
    for (u32 n = 1; n <= traced_moves; ++n) {
        const Trace::Move* const move = trace.last(n);
        page.copies("move", static_cast<int>(n), "cards of the n-th last play",
                    move ? move->cards.copies() : Copies{}, decks);
    }
    for (u32 n = 1; n <= traced_moves; ++n) {
        const Trace::Move* const move = trace.last(n);
        page.choice("move_by", static_cast<int>(n), "whose play that was",
                    move ? game_.seat_at(move->seat + seats - viewer) : -1, seats);
    }
}

void TrickEncoding::write_trick(const State& s, int viewer, Page& page) const {
    const int seats = game_.seats(), decks = game_.decks();
    const auto place_of = [&](int seat) { return game_.seat_at(seat + seats - viewer); };
    const bool playing = s.phase == Phase::play;
    for (int place = 0; place < seats; ++place) {
        const int nth = game_.seat_at(game_.seat_at(viewer + place) + seats - s.leader);
        page.copies("table", place, "what that seat played in this trick",
                    playing ? s.table[nth].copies() : Copies{}, decks);
    }
    page.choice("leader", -1, "who leads or led this trick", playing ? place_of(s.leader) : -1,
                seats);
    const bool led = playing && s.played;
    const Shape largest = s.lead.largest();
    page.choice("lead_group", -1, "what was led: S H D C, trumps, four of a rank",
                led ? s.lead.group : -1, groups_n + 1);
    page.steps("lead_cards", -1, "cards led", led ? s.lead.size : 0, 20);
    page.choice("lead_width", -1, "its largest unit: single, pair, triple",
                led ? largest.width() - 1 : -1, most_decks);
    page.steps("lead_length", -1, "places that unit covers", led ? largest.length() : 0, 12);
    int winner = -1;
    if (led) {
        Copies plays[seats_n];
        for (int i = 0; i < s.played; ++i) plays[i] = s.table[i].copies();
        winner = place_of(
            game_.seat_at(s.leader + winner_of(game_.plan(s), s.lead,
                                               {plays, static_cast<std::size_t>(s.played)})));
    }
    page.choice("winner", -1, "whose play wins so far", winner, seats);
}

void TrickEncoding::write_deal(const State& s, int viewer, Page& page) const {
    const int seats = game_.seats(), decks = game_.decks();
    const auto seat = [&](const char* name, const char* meaning, u8 value) {
        page.choice(name, -1, meaning, value == nobody ? -1 : game_.seat_at(value + seats - viewer),
                    seats);
    };
    const int own = game_.side_of(s, viewer);
    // Where bids find the dealer there is none before they are over.
    const bool settled = s.phase != Phase::bid;
    page.choice("trump", -1, "S H D C, none; nothing while it is open",
                s.trump == nobody ? -1 : s.trump, no_trump + 1);
    seat("dealer", "the dealer", settled ? s.dealer : nobody);
    page.flag("attacks", -1, "the own seat is against the dealer",
              settled && game_.attacks(s, viewer));
    if (game_.counts_points())
        page.steps("points", -1, "the attackers' points, in fives", s.points / 5, 40 * decks);
    for (int side = 0; side < 2; ++side)
        page.steps("tricks", side, "tricks of the own side, of the other", s.tricks[side ^ own],
                   game_.hand_cards());
    page.steps("stake", -1, "step i: at least 2 to the i", highest64(static_cast<u64>(s.stake) | 1),
               16);
    if (game_.has_levels()) {
        page.choice("level", -1, "level of this deal: 2 … A", s.level, ranks_n);
        for (int side = 0; side < 2; ++side)
            page.choice("level_of", side, "level of the own pair, of the other",
                        s.levels[side ^ own], ranks_n);
    }
    if (const BidLadder* const ladder = game_.ladder()) {
        page.steps("bid", -1, "the standing bid, by its place on the ladder",
                   s.bid ? (s.bid - ladder->first) / ladder->step + 1 : 0, ladder->rungs());
        seat("bidder", "who made it", s.bidder);
        i8* const field = page.take("passed", -1, "who is out of the auction", 1, seats);
        for (int place = 0; place < seats; ++place)
            field[place] = static_cast<i8>(s.passed >> game_.seat_at(viewer + place) & 1);
    }
    if (game_.kitty_cards()) {
        page.copies("kitty", -1, "the kitty, for who buried it and at the end", s.kitty.copies(),
                    decks);
        page.copies("turned", -1, "kitty cards that everybody saw", s.turned.copies(), decks);
        seat("burier", "who buried last", s.burier);
        seat("declarer", "whose show stands", s.declarer);
        seat("first_declarer", "who showed first", s.first_declarer);
        page.choice("shown_suit", -1, "what the standing show names: S H D C, jokers",
                    s.shown_size ? s.shown_suit : -1, jokers_shown + 1);
        page.steps("shown_size", -1, "its cards", s.shown_size, 4);
        page.flag("shown_high", -1, "it is big jokers", s.shown_size && s.shown_high);
        page.flag("locked", -1, "it can be beaten by jokers only", s.locked);
    }
    page.steps("asked", -1, "seats asked after the last card, or that passed on the kitty", s.asked,
               seats);
    for (int place = 0; place < seats; ++place)
        page.steps("away", place, "left to the table: on auto, quit",
                   s.away[game_.seat_at(viewer + place)], 2);
}

void TrickEncoding::write_action(const Action& action, Page& page) const {
    page.copies("cards", -1, "cards played, shown or buried", action.ids.pile().copies(),
                game_.decks());
    page.choice("word", -1, words_.c_str(), static_cast<int>(action.kind),
                static_cast<int>(ActionKind::count_));
    if (const BidLadder* const ladder = game_.ladder()) {
        const bool bids = action.kind == ActionKind::bid;
        page.steps("number", -1, "a bid's place on the ladder",
                   bids ? (action.number - ladder->first) / ladder->step + 1 : 0, ladder->rungs());
        page.choice("trump", -1, "the suit that is named: S H D C, none",
                    action.kind == ActionKind::name ? action.number : -1, no_trump + 1);
    }
}

}  // namespace pokerfast
