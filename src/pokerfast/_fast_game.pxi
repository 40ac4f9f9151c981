# Rules bound to a game: questions about single plays.

cdef list faults_of(vector[Fault]& faults):
    cdef size_t i
    return [(faults[i].where.decode(), faults[i].what.decode()) for i in range(faults.size())]


cdef class CoreGame:
    """A game with its rules fixed. ``values`` are option values in the order of the descriptor table."""

    cdef unique_ptr[Game_] owner
    cdef const Game_* g
    cdef const Plan* plan

    def __cinit__(self, str name not None, values):
        # Here and not in __init__, so that no game without rules can exist.
        cdef const GameEntry* entry = find_game(name.encode())
        cdef vector[int64_t] numbers = values
        cdef vector[Fault] faults
        if entry is NULL:
            raise RulesError([("game", f"{name!r} is unknown")])
        faults = check_options(entry.options(), numbers)
        if faults.size():
            raise RulesError(faults_of(faults))
        self.owner = entry.make(numbers)
        self.g = self.owner.get()
        self.plan = plan_of(self.g)

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

    @property
    def phases(self):
        cdef NameSpan names = self.g.phase_names()
        return tuple([names[i].decode() for i in range(names.size())])

    @property
    def num_players(self):
        return self.g.seats()

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
