# Positions of climbing games.

cdef class CoreClimbingState(CoreState):
    """A position of a climbing game."""

    cdef const ClimbGame_* c
    cdef const Plays* plays
    cdef PackLimits pack

    def __cinit__(self):
        if not isinstance(self.game, CoreClimbing):
            raise TypeError("a position of a climbing game needs one")
        self.c = (<CoreClimbing>self.game).c
        self.plays = (<CoreClimbing>self.game).plays
        self.pack = (<CoreClimbing>self.game).pack

    def _start(self, seed, from_play, first, beans, last_winner):
        cdef StartArgs args
        args.from_play = from_play
        args.seed = seed
        args.first = -1 if first is None else first
        args.last_winner = -1 if last_winner is None else last_winner
        if beans is not None:
            args.beans = beans
        cdef vector[Fault] faults = self.g.start(self.state, args)
        return faults_of(faults)

    def _setup(self, hands, table_ids, table_reading, *, int to_move, int table_by, int landlord, int64_t multiplier,
               finished, sides, int big_suit, int declarer, cbool exposed, cbool open, int emperor, int guard):
        cdef SetupArgs args
        cdef CardsArg cards
        cards.exact = True
        for ids in hands:
            cards.ids = card_ids_of(ids, most_packs, full_deck)
            args.held.push_back(cards)
        args.to_move = to_move
        args.has_table = len(table_ids) > 0
        args.table_ids.ids = card_ids_of(table_ids, most_packs, full_deck)
        if table_reading is not None:
            args.table = (<Combo?>table_reading).c.reading
        args.table_by = table_by
        args.landlord = landlord
        args.multiplier = multiplier
        args.finished = finished
        args.sides = sides
        args.big_suit = big_suit
        args.declarer = declarer
        args.exposed = exposed
        args.open = open
        args.emperor = emperor
        args.guard = guard
        cdef vector[Fault] faults = self.g.setup(self.state, args)
        return faults_of(faults)

    cdef str text_in(self, const AnyState* before, const Action_& a, cbool seen):
        return climb_action_text(self.c[0], before[0], a, seen).decode("ascii")

    cdef void complete(self, Action_& a, cbool seen):
        # Which of two equal cards was played tells of cards kept: others see the kind.
        if seen and a.play.size:
            a.ids = as_seen(a.ids, self.c.marked_cards(self.state))

    cdef Action_ read_action(self, object source) except *:
        cdef Action_ a
        cdef Cards cards
        cdef object parts
        a.kind = ActionKind.play
        if isinstance(source, Action):
            a = (<Action>source).a
            if a.kind == ActionKind.play and a.play.size == 0:
                raise NotationError("an action of another family of games", str(source)[:80], 0)
            return a
        if isinstance(source, Combo):
            if (<Combo>source).c.reading.kind == KIND_PASS:
                a.kind = ACTION_PASS
            else:
                cards_of(source, self.pack)
                a.play = (<Combo>source).c
            return a
        if not isinstance(source, str):
            cards = cards_of(source, self.pack)
        else:
            parts = notation.read_action(source)
            if parts.word:
                a.kind = <ActionKind><int>ACTION_WORDS.index(parts.word)
                a.number = parts.number
                if self.c.names_card(a.kind):
                    if not parts.cards.strip():
                        raise NotationError(f"{parts.word} needs its cards", source, len(source))
                elif parts.cards:
                    raise NotationError(f"no cards go with {parts.word!r} here", source, parts.offset)
                else:
                    return a
            try:
                cards = cards_of_text(parts.cards, self.pack)
            except NotationError as error:
                raise NotationError(error.message, source, error.position + parts.offset) from None
            if parts.word and a.kind != ActionKind.take:
                if not cards.plain.size():
                    raise NotationError(f"{parts.word} names a card by its suit", source, parts.offset)
                a.ids = cards.ids()
                return a
            if parts.kind:
                if parts.kind not in _kind_of or parts.kind == "pass":
                    raise NotationError(f"{parts.kind!r} is no kind of play", source, 0)
                a.play.reading = self.plays.reading_of_kind(cards.counts, <Kind><int>_kind_of[parts.kind])
                if parts.rank:
                    if parts.rank not in _slot_of_glyph:
                        raise NotationError(f"{parts.rank!r} is no rank", source, parts.offset - 2)
                    a.play.reading.rank = _slot_of_glyph[parts.rank]
                a.play.reading.kind = <Kind><int>_kind_of[parts.kind]
        if cards.counts.empty():
            raise NotationError("no cards", str(source)[:80], 0)
        a.play.cards = cards.counts
        if cards.suited():
            a.ids = self.resolved(cards)
        return a

    cdef CardIds resolved(self, const Cards& cards):
        # Physical cards of the seat to move.
        cdef int seat = self.g.seat(self.state)
        return cards.ids() if seat < 0 else cards.resolved(self.c.held(self.state, seat))

    def _position_text(self):
        """The position in one line, for error messages."""
        if self.g.over(self.state):
            return "a deal that is over"
        seat = self.g.seat(self.state)
        if self.phase != "play":
            return f"phase {self.phase}, seat {seat}"
        table = self.table
        to = "to lead" if table == PASS else f"to follow {table}"
        return f"phase play, seat {seat} {to} with {self._hand(seat)}"

    cdef CoreState _position(self):
        # The same position without its history.
        cdef CoreState copy = CoreClimbingState.__new__(CoreClimbingState, self.game)
        copy.state = self.state
        copy.known_count = self.known_count
        return copy

    def _hand(self, int seat):
        return hand_of_ids(self.c.held(self.state, seat), self.c.big_kinds(self.state))

    def _side(self, int seat):
        cdef int side = self.c.side_of(self.state, seat)
        return None if side < 0 else self.c.side_names()[side].decode("ascii")

    def _table_by(self):
        cdef int seat = self.c.table_by(self.state)
        return None if seat < 0 else seat

    @property
    def table(self):
        """The play to beat; ``PASS`` if there is none."""
        cdef Combo_ c = self.c.table(self.state)
        return PASS if c.reading.kind == KIND_PASS else make_combo(c)

    def auto_action(self):
        """What the seat to move answers while it is left to the table (托管); None when the deal is over, and in games
        whose rules don't say.
        """
        cdef Action_ a
        if not self.c.auto_action(self.state, a):
            return None
        return make_action(self, &self.state, a)
