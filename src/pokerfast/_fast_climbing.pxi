# Climbing games: questions about single plays.

cdef class CoreClimbing(CoreGame):
    """A climbing game with its rules fixed."""

    cdef const Plan* plan

    def __cinit__(self, str name not None, values):
        self.plan = plan_of(self.g)
        if self.plan is NULL:
            raise RulesError([("game", f"{name!r} is no climbing game")])

    cdef Combo_ known(self, Combo_ c):
        # The same play if these rules have it, else kind pass.
        if not is_reading(self.plan[0], c.cards, c.reading):
            c.reading.kind = KIND_PASS
            c.reading.rank = c.reading.length = 0
        return c

    cdef Combo_ table_of(self, object table) except *:
        # What lies on the table: a Combo as it is, anything else as classify reads it (kind pass if it is no play).
        cdef Combo_ c
        if isinstance(table, Combo):
            return self.known((<Combo>table).c)
        c.cards = cards_of(table).counts
        c.reading = classify(self.plan[0], c.cards)
        c.size = total_of(c.cards)
        return c

    def readings(self, cards):
        cdef uint64_t counts = cards_of(cards).counts
        cdef vector[Combo_] found = list_readings(self.plan[0], counts)
        return tuple([make_combo(found[i]) for i in range(found.size())])

    def classify(self, cards):
        cdef Combo_ c
        c.cards = cards_of(cards).counts
        c.reading = classify(self.plan[0], c.cards)
        c.size = total_of(c.cards)
        return None if c.reading.kind == KIND_PASS else make_combo(c)

    def beats(self, play, table):
        cdef Combo_ t = self.table_of(table)
        if isinstance(play, Combo):
            return reading_beats(self.known((<Combo>play).c).reading, t.reading)
        cdef uint64_t counts = cards_of(play).counts
        if t.reading.kind == KIND_PASS:
            return False
        return best_beating(self.plan[0], counts, t.reading).kind != KIND_PASS

    def beating(self, play, table):
        cdef Combo_ t = self.table_of(table)
        cdef Combo_ c
        c.cards = cards_of(play).counts
        c.size = total_of(c.cards)
        if isinstance(play, Combo):
            return play if reading_beats(self.known((<Combo>play).c).reading, t.reading) else None
        c.reading = best_beating(self.plan[0], c.cards, t.reading)
        return None if c.reading.kind == KIND_PASS else make_combo(c)

    def leads(self, hand):
        cdef uint64_t counts = cards_of(hand).counts
        cdef vector[Combo_] combos = list_leads(self.plan[0], counts)
        return make_list(combos)

    def follows(self, hand, table):
        cdef uint64_t counts = cards_of(hand).counts
        cdef Combo_ t = self.table_of(table)
        cdef vector[Combo_] combos = list_follows(self.plan[0], counts, t.reading)
        return make_list(combos)

    def count_leads(self, hand):
        return leads_count(self.plan[0], cards_of(hand).counts)

    def count_follows(self, hand, table):
        cdef uint64_t counts = cards_of(hand).counts
        return follows_count(self.plan[0], counts, self.table_of(table).reading)

    def all_combos(self):
        cdef vector[Combo_] combos = list_leads(self.plan[0], deck_counts)
        return iter(make_list(combos))
