# Positions of climbing games.

cdef class CoreClimbingState(CoreState):
    """A position of a climbing game."""

    cdef const Plan* plan

    def __cinit__(self):
        if not isinstance(self.game, CoreClimbing):
            raise TypeError("a position of a climbing game needs one")
        self.plan = (<CoreClimbing>self.game).plan

    def _start(self, seed, from_play, first, beans):
        cdef StartArgs args
        args.from_play = from_play
        args.seed = seed
        args.first = -1 if first is None else first
        if beans is not None:
            args.beans = beans
        cdef vector[Fault] faults = self.g.start(self.state, args)
        return faults_of(faults)

    def _setup(self, hands, int to_move, int landlord, table_ids, table_reading, int table_by, int64_t multiplier):
        cdef SetupArgs args
        for ids in hands:
            args.hands.push_back(<uint64_t>ids)
        args.to_move = to_move
        args.landlord = landlord
        args.has_table = table_ids != 0
        args.table_ids = table_ids
        if table_reading is not None:
            args.table = (<Combo?>table_reading).c.reading
        args.table_by = table_by
        args.multiplier = multiplier
        cdef vector[Fault] faults = self.g.setup(self.state, args)
        return faults_of(faults)

    cdef str text_in(self, const AnyState* before, const Action_& a, cbool seen):
        # By card always: whether ranks would do tells of cards that stay in the hand.
        cdef uint64_t held = 0
        cdef cbool leading = False
        if a.kind == ActionKind.play:
            held = <uint64_t>self.field_of(before, b"held", self.g.seat(before[0]))
            leading = self.field_of(before, b"table_kind", 0) == <int>KIND_PASS
        return action_text(self.plan[0], a, held, leading, seen).decode("ascii")

    cdef Action_ read_action(self, object source) except *:
        cdef Action_ a
        cdef Cards cards
        cdef object parts
        a.kind = ActionKind.play
        if isinstance(source, Action):
            a.kind = (<Action>source).a.kind
            a.number = (<Action>source).a.number
            if a.kind == ActionKind.play:
                if (<Action>source).a.play.size == 0:
                    raise NotationError("an action of another family of games", str(source)[:80], 0)
                a.play = (<Action>source).a.play
                a.ids = (<Action>source).a.ids
            return a
        if isinstance(source, Combo):
            if (<Combo>source).c.reading.kind == KIND_PASS:
                a.kind = ACTION_PASS
            else:
                a.play = (<Combo>source).c
            return a
        if not isinstance(source, str):
            cards = cards_of(source)
        else:
            parts = notation.read_action(source)
            if parts.word:
                if parts.cards:
                    raise NotationError(f"no cards go with {parts.word!r} here", source, parts.offset)
                a.kind = <ActionKind><int>ACTION_WORDS.index(parts.word)
                a.number = parts.number
                return a
            try:
                cards = cards_of_text(parts.cards)
            except NotationError as error:
                raise NotationError(error.message, source, error.position + parts.offset) from None
            if parts.kind:
                if parts.kind not in _kind_of or parts.kind == "pass":
                    raise NotationError(f"{parts.kind!r} is no kind of play", source, 0)
                a.play.reading = reading_of_kind(self.plan[0], cards.counts, <Kind><int>_kind_of[parts.kind])
                if parts.rank:
                    if parts.rank not in _slot_of_glyph:
                        raise NotationError(f"{parts.rank!r} is no rank", source, parts.offset - 2)
                    a.play.reading.rank = _slot_of_glyph[parts.rank]
                a.play.reading.kind = <Kind><int>_kind_of[parts.kind]
        if cards.counts == 0:
            raise NotationError("no cards", str(source)[:80], 0)
        a.play.cards = cards.counts
        a.ids = card_ids_of_deck(cards.ids)
        return a

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
        return hand_of_ids(<uint64_t>self.field_of(&self.state, b"held", seat))

    def _cards(self, str name):
        return hand_of_ids(<uint64_t>self.field_of(&self.state, name.encode(), 0))

    @property
    def table(self):
        cdef Combo_ c
        c.cards = counts_of(<uint64_t>self.field_of(&self.state, b"table_ids", 0))
        c.reading.kind = <Kind>self.field_of(&self.state, b"table_kind", 0)
        c.reading.rank = self.field_of(&self.state, b"table_rank", 0)
        c.reading.length = self.field_of(&self.state, b"table_length", 0)
        c.size = total_of(c.cards)
        return PASS if c.reading.kind == KIND_PASS else make_combo(c)
