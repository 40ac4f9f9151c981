# Positions and actions.

cdef class Action:
    """One action of a game; ``str`` is its canonical text."""

    cdef Action_ a
    cdef str text

    def __init__(self):
        raise TypeError("actions come from a state: legal_actions, history")

    @property
    def kind(self):
        """``"play"``, ``"pass"``, ``"call"`` …: a word of docs/conventions.md."""
        return ACTION_WORDS[<int>self.a.kind]

    @property
    def number(self):
        """Of a bid, else None."""
        return self.a.number if self.a.kind == ActionKind.bid else None

    @property
    def seat(self):
        """Whom it concerns, if it came from outside (administer), else None."""
        return self.a.number // 4 if self.a.kind == ActionKind.administer else None

    @property
    def combo(self):
        """The play of a climbing game, ``PASS`` for a pass, None for answers and in trick-taking games."""
        if self.a.kind == ACTION_PASS:
            return PASS
        return make_combo(self.a.play) if self.a.play.size else None

    @property
    def cards(self):
        """Canonical text of the cards that were played, shown or buried; empty for answers."""
        return text_of(self.a.play.cards) if self.a.play.size else copies_text(self.a.ids.pile().copies())

    @property
    def ids(self):
        """Physical cards, ascending; empty where a view of a trick-taking game tells only kinds."""
        return tuple(id_list(self.a.ids)) if self.a.exact or self.a.play.size else ()

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Action({self.text!r})"

    def __eq__(self, other):
        if not isinstance(other, Action):
            return NotImplemented
        cdef Action o = <Action>other
        return self.text == o.text and self.ids == o.ids

    def __hash__(self):
        return hash((self.text, self.ids))

    def __reduce__(self):
        cdef Combo_ c = self.a.play
        return action_of, (self.text, <int>self.a.kind, self.a.number, tuple(id_list(self.a.ids)), self.a.exact,
                           counts_bytes(c.cards), <int>c.reading.kind, c.reading.rank, c.reading.length)


def action_of(str text, int kind, int number, ids, cbool exact, cards, int reading_kind, int rank, int length):
    """An Action from its parts, for pickling; not checked against any rules."""
    cdef Action action = Action.__new__(Action)
    if not (0 <= kind < len(ACTION_WORDS) and 0 <= number < 1 << 16):
        raise NotationError("these parts are no action", str(text)[:80], 0)
    action.text = text
    action.a.kind = <ActionKind>kind
    action.a.number = number
    action.a.ids = card_ids_of(ids, most_packs, full_deck)
    action.a.exact = exact
    action.a.play = (<Combo>combo_of(cards, reading_kind, rank, length)).c
    return action


cdef Action make_action(CoreState state, const AnyState* before, const Action_& a, cbool seen=False):
    # `seen`: as others saw it, where nothing may tell of cards kept.
    cdef Action action = Action.__new__(Action)
    action.a = a
    state.complete(action.a, seen)
    action.text = state.text_in(before, action.a, seen)
    return action


cdef class ActionList:
    """The legal actions of one position: counted and unranked, never listed. Immutable, order stable."""

    cdef CoreState position
    cdef uint64_t total

    def __len__(self):
        return self.total

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        number = index_of(index)
        if number < 0:
            number += self.total
        if not 0 <= number < self.total:
            raise IndexError("no legal action has that number")
        return make_action(self.position, &self.position.state,
                           self.position.g.unrank(self.position.state, <uint64_t>number))

    def __iter__(self):
        cdef uint64_t i
        for i in range(self.total):
            yield self[i]

    def __contains__(self, value):
        # Asked of the rules, not of the list, which may be millions long.
        cdef Action_ a
        if not isinstance(value, Action) or self.total == 0:
            return False
        a = (<Action>value).a
        if a.kind == ActionKind.administer or self.position.g.check(self.position.state, a) != Code.ok:
            return False
        return make_action(self.position, &self.position.state, a) == value

    def index(self, value, start=0, stop=None):
        cdef uint64_t i
        if value in self:
            for i in range(*slice(start, stop).indices(len(self))):
                if i & 1023 == 0:
                    PyErr_CheckSignals()
                if self[i] == value:
                    return i
        raise ValueError(f"{value!r} is not in the sequence")

    def count(self, value):
        return int(value in self)

    def __repr__(self):
        shown = ", ".join(str(action) for action in self[:8])
        return f"<{self.total} actions: {shown}{', ...' if self.total > 8 else ''}>"


Sequence.register(ActionList)


cdef cbool is_cards(FieldType type):
    return type == FieldType.cards or type == FieldType.pile or type == FieldType.packs


cdef class CoreState:
    """A position and the actions that led to it. The Python class ``State`` adds views, JSON and records."""

    cdef AnyState state
    cdef const Game_* g
    cdef readonly CoreGame game
    cdef vector[Action_] done
    cdef vector[unsigned char] befores  # the state before each action, for undo and for its text
    cdef int64_t known_count

    def __cinit__(self, CoreGame game not None):
        # A deal that is over and empty, until a start, a setup or a snapshot fills it.
        self.game = game
        self.g = game.g
        self.g.blank(self.state)
        self.known_count = -1

    def __init__(self, game):
        raise TypeError("positions come from a game (new_game, setup) or a snapshot (from_bytes, from_json)")

    @staticmethod
    def _head(bytes data not None):
        """Game name and option values of a snapshot."""
        cdef SnapshotHead head
        cdef string_view view = string_view(<const char*>data, len(data))
        cdef string why = read_head(view, head)
        if why.size():
            raise SnapshotError(why.decode())
        try:
            name = head.game.decode("ascii")
        except UnicodeDecodeError:
            raise SnapshotError("the game's name is no text") from None
        return name, [head.options[i] for i in range(head.options.size())]

    def _load(self, bytes data not None):
        cdef SnapshotHead head
        cdef string why = read_head(string_view(<const char*>data, len(data)), head)
        if why.size():
            raise SnapshotError(why.decode())
        cdef vector[Fault] faults = unpack_state(self.g[0], head.fields, self.state)
        if faults.size():
            raise SnapshotError("; ".join(f"{where}: {what}" for where, what in faults_of(faults)))
        self._forget()

    cdef void _forget(self):
        self.done.clear()
        self.befores.clear()
        self.known_count = -1

    # ---- what each family does its own way

    cdef str text_in(self, const AnyState* before, const Action_& a, cbool seen):
        # The action's text in the position it is done in.
        return ""

    cdef void complete(self, Action_& a, cbool seen):
        pass

    cdef Action_ read_action(self, object source) except *:
        raise TypeError("a position of no family")

    def _position_text(self):
        """The position in one line, for error messages."""
        return "a position"

    cdef CoreState _position(self):
        # The same position without its history.
        return self

    # ---- fields

    cdef int64_t field_of(self, const AnyState* state, const char* name, int i, int64_t absent=0):
        cdef FieldSpan fields = self.g.fields()
        cdef size_t k
        for k in range(fields.size()):
            if strcmp(fields[k].name, name) == 0:
                return read_field(state[0], fields[k], i)
        return absent

    cdef CardIds ids_at(self, const AnyState* state, const Field& field, int i):
        cdef CardIds ids
        cdef int deck, decks = decks_of(field.type)
        for deck in range(decks):
            ids.deck[deck] = <uint64_t>read_field(state[0], field, decks * i + deck)
        return ids

    # ---- reading

    @property
    def phase(self):
        """A phase of the game's rules page."""
        return self.g.phase_names()[self.g.phase(self.state)].decode("ascii")

    @property
    def seat(self):
        """Whose answer is awaited; None when the deal is over."""
        cdef int seat = self.g.seat(self.state)
        return None if seat < 0 else seat

    @property
    def num_players(self):
        """Seats of this deal: two in a two-hand endgame."""
        return self.g.players(self.state)

    @property
    def is_over(self):
        """Whether the deal has ended."""
        return self.counted() == 0  # a position where it is somebody's turn has a legal action

    def returns(self):
        """The score, one a seat; zeros until the deal is over."""
        cdef double values[5]
        self.g.returns(self.state, values)
        return [values[i] for i in range(self.g.players(self.state))]

    @property
    def multiplier(self):
        """What the score is multiplied by so far; spring counts once the deal is over, single doubles never.

        In 升级 the stake.
        """
        return self.g.multiplier(self.state)

    cdef uint64_t counted(self):
        if self.known_count < 0:
            self.known_count = self.g.count(self.state)
        return <uint64_t>self.known_count

    def count_legal(self):
        """How many legal actions there are; 0 when the deal is over."""
        return self.counted()

    def legal_actions(self):
        """The legal actions: lazy, immutable, in a stable order; declining or passing is the last."""
        cdef ActionList actions = ActionList.__new__(ActionList)
        actions.position = self._position()
        actions.total = self.counted()
        return actions

    @property
    def history(self):
        """Every action since the deal."""
        cdef size_t i, size = self.g.state_size()
        cdef AnyState before
        made = []
        for i in range(self.done.size()):
            memcpy(before.bytes, &self.befores[i * size], size)
            made.append(make_action(self, &before, self.done[i]))
        return tuple(made)

    @property
    def _moves(self):
        """``len(history)`` without listing."""
        return self.done.size()

    def _history_seen(self, int viewer, size_t first=0):
        """(seat, action or None where still hidden) from action ``first`` on; viewer -2 sees all, -1 is a spectator."""
        cdef size_t i, size = self.g.state_size()
        cdef AnyState before
        cdef int by
        made = []
        for i in range(first, self.done.size()):
            memcpy(before.bytes, &self.befores[i * size], size)
            by = self.done[i].number // 4 if self.done[i].kind == ActionKind.administer else self.g.seat(before)
            outside = self.done[i].kind == ActionKind.administer
            hidden = viewer != -2 and not outside and self.g.hides(before, by, self.state, viewer)
            made.append((by, None if hidden else make_action(self, &before, self.done[i], viewer != -2)))
        return made

    def _hidden_from(self, size_t index):
        """Who may not know yet what action ``index`` was: bit 0 a spectator, bit 1 + seat that seat."""
        cdef AnyState before
        cdef size_t size = self.g.state_size()
        cdef int viewer, mask = 0
        if index >= self.done.size() or self.done[index].kind == ActionKind.administer:
            return 0
        memcpy(before.bytes, &self.befores[index * size], size)
        for viewer in range(-1, self.g.players(self.state)):
            if self.g.hides(before, self.g.seat(before), self.state, viewer):
                mask |= 1 << (viewer + 1)
        return mask

    def _initial(self):
        """The position before the first action, without history."""
        cdef CoreState copy = type(self).__new__(type(self), self.game)
        copy.state = self.state
        if not self.befores.empty():
            memcpy(copy.state.bytes, self.befores.data(), self.g.state_size())
        copy.known_count = -1
        return copy

    def _fields(self):
        """Every field of the state as numbers, cards as lists of ids."""
        cdef FieldSpan fields = self.g.fields()
        cdef size_t k
        cdef int i
        values = {}
        for k in range(fields.size()):
            items = []
            for i in range(fields[k].count):
                if is_cards(fields[k].type):
                    items.append(id_list(self.ids_at(&self.state, fields[k], i)))
                    continue
                number = read_field(self.state, fields[k], i)
                if fields[k].type == FieldType.word64:
                    items.append(<uint64_t>number)
                else:
                    items.append(number)
            values[fields[k].name.decode()] = items if fields[k].count > 1 else items[0]
        return values

    def _fill(self, values):
        """The inverse of _fields; SnapshotError if they are no position of this game."""
        cdef FieldSpan fields = self.g.fields()
        cdef AnyState made
        cdef size_t k
        cdef int i, deck, decks
        cdef CardIds ids
        made.bytes[:] = [0] * 512
        names = {fields[k].name.decode() for k in range(fields.size())}
        if not isinstance(values, dict) or set(values) != names:
            raise SnapshotError("the state's fields are not those of this version")
        for k in range(fields.size()):
            name = fields[k].name.decode()
            items = values[name] if fields[k].count > 1 else [values[name]]
            if not isinstance(items, list) or len(items) != fields[k].count:
                raise SnapshotError(f"{name}: expected {fields[k].count} values")
            for i, item in enumerate(items):
                if is_cards(fields[k].type):
                    if not isinstance(item, list):
                        raise SnapshotError(f"{name}: expected a list of card ids")
                    decks = decks_of(fields[k].type)
                    try:
                        ids = card_ids_of(item, decks, full_deck)
                    except (TypeError, NotationError) as error:
                        raise SnapshotError(f"{name}: {error}") from None
                    for deck in range(decks):
                        write_field(made, fields[k], decks * i + deck, <int64_t>ids.deck[deck])
                    continue
                if type(item) is not int:
                    raise SnapshotError(f"{name}: expected an integer, not {type(item).__name__}")
                if fields[k].type == FieldType.word64:
                    if not 0 <= item < 1 << 64:
                        raise SnapshotError(f"{name}: {item} is out of range")
                    write_field(made, fields[k], i, <int64_t><uint64_t>item)
                elif not -(1 << 63) <= item < 1 << 63 or not write_field(made, fields[k], i, item):
                    raise SnapshotError(f"{name}: {item} is out of range")
        cdef vector[Fault] faults = self.g.validate(made)
        if faults.size():
            raise SnapshotError("; ".join(f"{where}: {what}" for where, what in faults_of(faults)))
        self.state = made
        self._forget()

    def _number(self, str name, int i=0, int64_t absent=0):
        return self.field_of(&self.state, name.encode(), i, absent)

    # ---- acting

    def _check(self, source):
        """(reason code, canonical text or None); NotationError and TypeError pass through."""
        cdef Action_ a = self.read_action(source)
        cdef Code code = self.g.check(self.state, a)
        if code == Code.ok:
            self.complete(a, False)
        return CODE_NAMES[<int>code], self.text_in(&self.state, a, False) if code == Code.ok else None

    cdef void push(self, const Action_& a):
        cdef size_t size = self.g.state_size()
        if self.done.empty():
            # Room for a usual game at once.
            self.done.reserve(64)
            self.befores.reserve(64 * size)
        self.befores.insert(self.befores.end(), self.state.bytes, self.state.bytes + size)
        self.done.push_back(a)
        if a.kind == ActionKind.administer:
            self.g.administer(self.state, a.number // 4, a.number % 4)
        else:
            self.g.apply(self.state, a)
        self.known_count = -1

    def apply(self, action):
        """Do an action.

        Raises:
            NotationError: the text is no notation.
            PhaseError: it belongs to another phase, or the deal is over.
            IllegalActionError: it is not legal here; ``code`` says why. On every error nothing has changed.
        """
        cdef Action_ a = self.read_action(action)
        cdef Code code = self.g.check(self.state, a)
        if code != Code.ok:
            raise refusal(CODE_NAMES[<int>code], str(action)[:80], self._position_text())
        self.push(a)

    @cython.always_allow_keywords(False)  # called most of all: one plain argument is the quickest call there is
    def apply_index(self, index):
        """Do the legal action of that number; IllegalActionError (``index``) if there is none."""
        cdef int overflow = 0
        cdef int64_t wanted = PyLong_AsLongLongAndOverflow(index, &overflow)
        if PyBool_Check(index):
            raise TypeError("an action's number is an integer, not bool")
        if overflow or wanted < 0 or <uint64_t>wanted >= self.counted():
            raise refusal("game_over" if self.g.over(self.state) else "index", str(index)[:40], self._position_text())
        self.push(self.g.unrank(self.state, <uint64_t>wanted))

    def undo(self):
        """Take back the last action; PhaseError if there is none."""
        cdef size_t size = self.g.state_size()
        if self.done.empty():
            raise refusal("undo")
        self.done.pop_back()
        memcpy(self.state.bytes, &self.befores[self.befores.size() - size], size)
        self.befores.resize(self.befores.size() - size)
        self.known_count = -1

    def administer(self, seat, str what not None):
        """``"auto"``, ``"manual"`` or ``"quit"`` for a seat, from outside the game; see docs/conventions.md."""
        cdef Action_ a
        cdef AnyState trial = self.state
        words = ("auto", "manual", "quit")
        if what not in words:
            raise refusal("administer", f"administer {what[:40]!r}")
        if isinstance(seat, bool) or not isinstance(seat, int):
            raise TypeError(f"a seat is an integer, not {type(seat).__name__}")
        cdef int number = seat if 0 <= seat < 5 else -1
        cdef Code code = self.g.administer(trial, number, words.index(what))
        if code != Code.ok:
            raise refusal(CODE_NAMES[<int>code], f"administer {seat} {what}")
        a.kind = ActionKind.administer
        a.number = 4 * number + words.index(what)
        self.push(a)

    # ---- copies

    cdef void copy_from(self, CoreState other):
        self.state = other.state
        self.done = other.done
        self.befores = other.befores
        self.known_count = other.known_count

    def clone(self):
        """An independent copy with its history."""
        cdef CoreState copy = type(self).__new__(type(self), self.game)
        copy.copy_from(self)
        return copy

    def _redacted(self, int viewer):
        cdef CoreState copy = type(self).__new__(type(self), self.game)
        copy.state = self.state
        self.g.redact(copy.state, viewer)
        copy.known_count = -1
        return copy

    def _start_numbered(self, uint64_t seed, uint64_t number, cbool from_play):
        """Start the game of that number under a seed, as simulations do."""
        cdef StartArgs args
        args.seed = seed
        args.game = number
        args.from_play = from_play
        cdef vector[Fault] faults = self.g.start(self.state, args)
        self._forget()
        return faults_of(faults)

    def _ask(self, str player not None, uint64_t seed, uint64_t number):
        """What a built-in player does here, seeing what the seat to move has seen; None if the deal is over."""
        cdef const Policy_* policy = player_named(self.g[0], player.encode())
        if policy == NULL:
            raise ValueError("unknown player")
        if self.counted() == 0:
            return None
        cdef Log_ log = unpack_log(self.g[0], self.state, self.done, self.befores)
        cdef Action_ a
        with nogil:
            a = ask(self.g[0], log, policy[0], seed, number)
        return make_action(self, &self.state, a)

    def _resample(self, int viewer, uint64_t seed, int attempts):
        """Put another deal in place of this one; False, and nothing changed, if none was found."""
        cdef cbool found
        with nogil:
            found = resample(self.g[0], self.state, self.done, self.befores, viewer, seed, attempts, go_on)
        raise_pending()
        self.known_count = -1
        return found

    def to_bytes(self):
        """A versioned snapshot: options in full, the position, the remaining chance; no history."""
        cdef string data = pack_state(self.g[0], self.state)
        return <bytes>data

    def __eq__(self, other):
        if not isinstance(other, CoreState):
            return NotImplemented
        return self.to_bytes() == (<CoreState>other).to_bytes()

    __hash__ = None
