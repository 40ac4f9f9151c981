# Climbing games: questions about single plays.

cdef extern from "_fast.hpp" namespace "pokerfast" nogil:
    cdef cppclass Plays:
        int decks()
        uint64_t kinds()
        cbool beats(const Combo_&, const Combo_&)
        Reading classify(const RankCounts&)
        Reading best_beating(const RankCounts&, const Combo_&)
        Reading reading_of_kind(const RankCounts&, Kind)
        cbool is_reading(const RankCounts&, Reading)
        uint64_t count_leads(const RankCounts&)
        uint64_t count_follows(const RankCounts&, const Combo_&)
        Combo_ take_of(const Combo_&)
    cdef cppclass ClimbGame_ "pokerfast::ClimbGame":
        const Plays& plays()
        CardIds held(const AnyState&, int)
        Combo_ table(const AnyState&)
        int table_by(const AnyState&)
        uint64_t big_kinds(const AnyState&)
        CardIds marked_cards(const AnyState&)
        NameSpan side_names()
        int side_of(const AnyState&, int)
        cbool auto_action(const AnyState&, Action_&)
        cbool names_card(ActionKind)
    CardIds as_seen(const CardIds&, const CardIds&)

cdef extern from "_fast.hpp" namespace "pokerfast::bind" nogil:
    const ClimbGame_* climb_of(const Game_*)
    PackLimits limits_of(const Plays&)
    vector[Combo_] list_leads(const Plays&, const RankCounts&)
    vector[Combo_] list_every(const Plays&)
    vector[Combo_] list_follows(const Plays&, const RankCounts&, const Combo_&)
    vector[Combo_] list_readings(const Plays&, const RankCounts&)
    string climb_action_text(const ClimbGame_&, const AnyState&, const Action_&, cbool)


cdef class CoreClimbing(CoreGame):
    """A climbing game with its rules fixed."""

    cdef const ClimbGame_* c
    cdef const Plays* plays
    cdef PackLimits pack

    def __cinit__(self, str name not None, values):
        self.c = climb_of(self.g)
        if self.c is NULL:
            raise RulesError([("game", f"{name!r} is no climbing game")])
        self.plays = &self.c.plays()
        self.pack = limits_of(self.plays[0])

    cdef RankCounts ranks_in(self, object cards) except *:
        return ranks_in_cards(cards, self.pack)

    cdef Combo_ known(self, Combo_ c):
        # The same play if these rules have it, else kind pass.
        if not self.plays.is_reading(c.cards, c.reading):
            c.reading.kind = KIND_PASS
            c.reading.rank = c.reading.length = 0
        return c

    cdef Combo_ table_of(self, object table) except *:
        # What lies on the table: a Combo as it is, anything else as classify reads it (kind pass if it is no play).
        cdef Combo_ c
        c.cards = self.ranks_in(table)
        c.size = c.cards.total()
        if isinstance(table, Combo):
            return self.known((<Combo>table).c)
        c.reading = self.plays.classify(c.cards)
        return c

    def hand(self, cards):
        """The cards as a :class:`Hand`.

        Raises:
            NotationError: the pack does not have these cards.
        """
        cdef Hand hand = Hand.__new__(Hand)
        hand.cards_ = cards_of(cards, self.pack)
        return hand

    def readings(self, cards):
        """Every reading of the cards, the one that leads by default first; empty if they are no play."""
        cdef RankCounts counts = self.ranks_in(cards)
        cdef vector[Combo_] found = list_readings(self.plays[0], counts)
        return tuple([make_combo(found[i]) for i in range(found.size())])

    def classify(self, cards):
        """The reading that leads by default: the longest chain, then without wings, then the highest rank."""
        cdef Combo_ c
        c.cards = self.ranks_in(cards)
        c.reading = self.plays.classify(c.cards)
        c.size = c.cards.total()
        return None if c.reading.kind == KIND_PASS else make_combo(c)

    def beats(self, play, table):
        """Whether any reading of ``play`` beats the table; a Combo counts as it is read."""
        cdef Combo_ t = self.table_of(table)
        cdef RankCounts counts = self.ranks_in(play)
        if isinstance(play, Combo):
            return self.plays.beats(self.known((<Combo>play).c), t)
        return self.plays.best_beating(counts, t).kind != KIND_PASS

    def beating(self, play, table):
        """The reading of ``play`` that stands over the table: the highest that beats it; None if none does."""
        cdef Combo_ t = self.table_of(table)
        cdef Combo_ c
        c.cards = self.ranks_in(play)
        c.size = c.cards.total()
        if isinstance(play, Combo):
            return play if self.plays.beats(self.known((<Combo>play).c), t) else None
        c.reading = self.plays.best_beating(c.cards, t)
        return None if c.reading.kind == KIND_PASS else make_combo(c)

    def leads(self, hand):
        """Every play the hand may lead: each (reading, cards) once, in a fixed order."""
        cdef vector[Combo_] combos = list_leads(self.plays[0], self.ranks_in(hand))
        return make_list(combos)

    def follows(self, hand, table):
        """Every set of cards that beats the table, once, with its best beating reading. Pass is not among them."""
        cdef RankCounts counts = self.ranks_in(hand)
        cdef vector[Combo_] combos = list_follows(self.plays[0], counts, self.table_of(table))
        return make_list(combos)

    def takes(self, hand, table):
        """打大A: the fours of the hand that may take the table, one play at most; empty in other games."""
        cdef RankCounts counts = self.ranks_in(hand)
        cdef Combo_ take = self.plays.take_of(self.table_of(table))
        cdef vector[Combo_] combos
        if take.size and counts.holds(take.cards):
            combos.push_back(take)
        return make_list(combos)

    def count_leads(self, hand):
        """``len(leads(hand))`` without listing."""
        return self.plays.count_leads(self.ranks_in(hand))

    def count_follows(self, hand, table):
        """``len(follows(hand, table))`` without listing."""
        cdef RankCounts counts = self.ranks_in(hand)
        return self.plays.count_follows(counts, self.table_of(table))

    def all_combos(self):
        """Every (reading, cards) there can be: in 斗地主 of 20 cards, the largest hand, else of the whole pack."""
        cdef vector[Combo_] combos = list_every(self.plays[0])
        return iter(make_list(combos))

    @property
    def _pack(self):
        """(decks, kinds of cards in one of them)"""
        cdef int kind
        return self.plays.decks(), tuple([kind for kind in range(kinds_n) if self.plays.kinds() >> kind & 1])
