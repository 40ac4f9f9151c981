# Positions of trick-taking games.

cdef extern from "_fast_trick.hpp" namespace "pokerfast::bind" nogil:
    const Pile& hand_to_move(const AnyState&)
    string trick_action_text(const Action_&, const Pile&, cbool)
    CardsArg placed(const Suited&, Pile&)
    Pile pile_minus "pokerfast::operator-"(const Pile&, const Pile&)
    unique_ptr[CardTurn_] card_turn_of(const TrickGame_&, const AnyState&)
    void fill_mask(const CardTurn_&, char*)

cdef extern from "_fast_trick.hpp" namespace "pokerfast" nogil:
    cdef cppclass CardTurn_ "pokerfast::CardTurn":
        int ids()
        cbool is_open(int)
        const Copies& chosen()
        cbool is_done()
        cbool step(int, Action_&)


cdef class CoreTrickState(CoreState):
    """A position of a trick-taking game."""

    cdef const TrickGame_* t

    def __cinit__(self):
        if not isinstance(self.game, CoreTrick):
            raise TypeError("a position of a trick-taking game needs one")
        self.t = (<CoreTrick>self.game).t

    def _start(self, seed, game, from_play, int first, int dealer, levels):
        cdef StartArgs args
        args.seed = seed
        args.game = game
        args.from_play = from_play
        args.first = first
        args.dealer = dealer
        if levels is not None:
            args.levels = levels
        cdef vector[Fault] faults = self.g.start(self.state, args)
        return faults_of(faults)

    def _setup(self, hands, plays, kitty, int to_move, int trump, int level, int dealer, int64_t points, int bid):
        cdef SetupArgs args
        cdef vector[Suited] named
        cdef Pile free = whole_pack(self.t.decks(), self.t.kinds())
        cdef size_t i
        for cards in (*hands, *plays, kitty):
            named.push_back(self.cards_of(cards))
            free = pile_minus(free, named.back().named)
        for i in range(named.size()):
            if i < <size_t>len(hands):
                args.held.push_back(placed(named[i], free))
            elif i + 1 < named.size():
                args.plays.push_back(placed(named[i], free))
            else:
                args.kitty = placed(named[i], free)
        args.to_move = to_move
        args.trump = trump
        args.level = level
        args.dealer = dealer
        args.points = points
        args.bid = bid
        cdef vector[Fault] faults = self.g.setup(self.state, args)
        return faults_of(faults)

    def _level_result(self):
        """(side, levels, takes over) of a deal that is over, where deals are worth levels."""
        return levels_of(level_result_of(with_levels(self.g)[0], self.state))

    cdef Suited cards_of(self, object source) except *:
        return suited_of(source, self.t.decks(), self.t.kinds())

    cdef str text_in(self, const AnyState* before, const Action_& a, cbool seen):
        return trick_action_text(a, hand_to_move(before[0]), seen).decode("ascii")

    cdef void complete(self, Action_& a, cbool seen):
        # Which of two equal cards was played tells of cards kept: others see the kind.
        if seen:
            a.ids = card_ids_of_pile(lowest_pile(a.ids.pile().copies()))
        a.exact = not seen and a.ids.pile().size() > 0

    cdef Action_ read_action(self, object source) except *:
        cdef Action_ a
        cdef Suited cards
        cdef Pile pile
        if isinstance(source, Action):
            a = (<Action>source).a
            return a
        a.kind = ActionKind.play
        if not isinstance(source, str):
            cards = self.cards_of(source)
        else:
            parts = notation.read_action(source)
            if parts.kind:
                raise NotationError("plays have no readings here", source, 0)
            if parts.word:
                a.kind = <ActionKind><int>ACTION_WORDS.index(parts.word)
                a.number = parts.number
                if not parts.cards:
                    return a
                if parts.word == "name":
                    suit = notation.read_trump(parts.cards)
                    if suit is None:
                        raise NotationError("no trump suit: S, H, D, C or NT", source, parts.offset)
                    a.number = suit
                    return a
            try:
                cards = self.cards_of(parts.cards)
            except NotationError as error:
                raise NotationError(error.message, source, error.position + parts.offset) from None
        if cards.copies().one == 0:
            raise NotationError("no cards", str(source)[:80], 0)
        if cards.named.empty():
            a.ids = card_ids_of_pile(lowest_pile(cards.plain))
            return a
        resolve(cards, hand_to_move(self.state), pile)
        a.ids = card_ids_of_pile(pile)
        a.exact = True
        return a

    def _position_text(self):
        """The position in one line, for error messages."""
        if self.g.over(self.state):
            return "a deal that is over"
        seat = self.g.seat(self.state)
        if self.phase != "play":
            return f"phase {self.phase}, seat {seat}"
        to = f"to follow {self._pile('table')}" if self._number("played") else "to lead"
        return f"phase play, seat {seat} {to} with {self._pile('hand', seat)}"

    cdef CoreState _position(self):
        cdef CoreState copy = CoreTrickState.__new__(CoreTrickState, self.game)
        copy.state = self.state
        copy.known_count = self.known_count
        return copy

    @property
    def forced(self):
        """What was left of every throw that failed: place in the history -> cards."""
        cdef size_t i, k, size = self.g.state_size()
        cdef FieldSpan fields = self.g.fields()
        cdef AnyState before, after
        cdef CardIds left
        made = {}
        for k in range(fields.size()):
            if strcmp(fields[k].name, b"table") == 0:
                break
        for i in range(self.done.size()):
            if self.done[i].kind != ActionKind.play or self.done[i].ids.size() < 2:
                continue
            memcpy(before.bytes, &self.befores[i * size], size)
            if self.field_of(&before, b"played", 0):
                continue
            after = self.state
            if i + 1 < self.done.size():
                memcpy(after.bytes, &self.befores[(i + 1) * size], size)
            left = self.ids_at(&after, fields[k], 0)
            if left.size() < self.done[i].ids.size():
                made[i] = copies_text(left.pile().copies())
        return made

    def _pile(self, str name, int i=0):
        cdef FieldSpan fields = self.g.fields()
        cdef size_t k
        for k in range(fields.size()):
            if strcmp(fields[k].name, name.encode()) == 0:
                return hand_of_pile(self.ids_at(&self.state, fields[k], i).pile())
        return SuitedHand()


cdef class CardChoice:
    """One decision of a trick-taking game, made card by card; ``pokerfast.envs.card_actions`` tells the ids."""

    cdef CoreTrickState position
    cdef unique_ptr[CardTurn_] turn

    def __cinit__(self, CoreTrickState state not None):
        self.position = <CoreTrickState>state._position()
        self.turn = card_turn_of(self.position.t[0], self.position.state)

    @property
    def size(self):
        """How many ids there are."""
        return self.turn.get().ids()

    @property
    def is_done(self):
        """Whether the action is complete, or the deal over."""
        return self.turn.get().is_done()

    @property
    def pending(self):
        """Canonical text of the cards chosen so far."""
        return copies_text(self.turn.get().chosen())

    def _mask(self):
        """A byte an id: 1 where it is open."""
        mask = bytearray(self.turn.get().ids())
        fill_mask(self.turn.get()[0], mask)
        return mask

    def text(self, id):
        """What an id stands for: a card, ``end`` or a word of the game; IndexError for no id."""
        number = index_of(id)
        texts = (<CoreTrick>self.position.game)._id_texts
        if not 0 <= number < len(texts):
            raise IndexError(f"there is no id {number}")
        return texts[number]

    def step(self, id):
        """Take an id; the action once it is complete, None while more ids must follow.

        Raises:
            IllegalActionError: the id is not open (code ``index``); nothing has changed.
        """
        cdef Action_ done
        if PyBool_Check(id):
            raise TypeError("an id is an integer, not bool")
        number = index_of(id)
        cdef int wanted = number if 0 <= number < self.turn.get().ids() else -1
        if not self.turn.get().is_open(wanted):
            what = f"id {number}" if wanted < 0 else f"id {number} ({self.text(number)})"
            after = f" after {self.pending}" if self.turn.get().chosen().one else ""
            raise refusal("index", (what + after)[:80], self.position._position_text())
        if not self.turn.get().step(wanted, done):
            return None
        return make_action(self.position, &self.position.state, done)
