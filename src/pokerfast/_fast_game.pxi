# Rules bound to a game: what every family shares.

cdef list faults_of(vector[Fault]& faults):
    cdef size_t i
    return [(faults[i].where.decode(), faults[i].what.decode()) for i in range(faults.size())]


cdef class CoreGame:
    """A game with its rules fixed. ``values`` are option values in the order of the descriptor table."""

    cdef unique_ptr[Game_] owner
    cdef const Game_* g

    def __cinit__(self, str name not None, values):
        # Here and not in __init__, so that no game without rules can exist.
        cdef const GameEntry* entry = find_game(name.encode())
        cdef vector[int64_t] numbers = values
        cdef vector[Fault] faults
        if entry is NULL:
            raise RulesError([("game", f"{name!r} is unknown")])
        faults = entry.check(numbers)
        if faults.size():
            raise RulesError(faults_of(faults))
        self.owner = entry.make(numbers)
        self.g = self.owner.get()

    @property
    def phases(self):
        """Every phase a position can be in; the last is ``over``."""
        return (*(name for name in self._phase_names if name not in ("play", "over")), "play", "over")

    @property
    def _phase_names(self):
        """The phases as the core numbers them."""
        cdef NameSpan names = self.g.phase_names()
        return [names[i].decode() for i in range(names.size())]

    @property
    def num_players(self):
        """Seats of a whole deal."""
        return self.g.seats()
