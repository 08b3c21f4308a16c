"""Ajeeb under pydraughts, the client behind draughts bots, in every rule set that both know.
Each move is checked by pydraughts' own rules."""

import random
import subprocess
import threading

import pytest
from draughts import BLACK, WHITE, Board, Move
from draughts.convert import move_to_variant
from draughts.engine import DXPEngine, HubEngine, Limit

# pydraughts' name of a rule set, and its name in the Hub protocol.
VARIANTS = {
    "standard": "normal",
    "frisian": "frisian",
    "breakthrough": "bt",
    "antidraughts": "losing",
    "russian": "russian",
    "brazilian": "brazilian",
}
LONGEST_GAME = 240
SHALLOW = Limit(depth=4)


class Player:
    """An engine that plays one rule set."""

    def __init__(self, command, hub_name):
        self.engine = HubEngine(command)
        if "variant" in self.engine.options:
            assert hub_name in self.engine.variants
            self.engine.configure({"variant": hub_name})
        self.engine.init()

    def choose(self, board, limit=SHALLOW, ponder=False):
        """The engine's move. The position goes out in the board's own numbers, 1 at the top
        left: on 64 squares pydraughts would mix them with those of its notation."""
        moves = " ".join(hub_text(move) for move in board._game.move_stack)
        text, _ = self.engine.go(
            board._game.initial_hub_fen,
            moves=moves,
            my_time=limit.time,
            inc=limit.inc,
            depth=limit.depth,
            nodes=limit.nodes,
            movetime=limit.movetime,
            ponder=ponder,
        )
        return legal_move(board, text)

    def close(self):
        self.engine.quit()
        assert self.engine.p.wait(timeout=5) == 0


def hub_text(move):
    """A move of pydraughts' game record in Hub text."""
    squares = [str(int(move.hub_position_move[i : i + 2])) for i in range(0, len(move.hub_position_move), 2)]
    return ("x" if len(squares) > 2 else "-").join(squares)


def legal_move(board, text):
    """The legal move that is written `text`, the captured squares in any order."""
    squares = [int(square) for square in text.replace("-", "x").split("x")]
    for path, captures in zip(*board._game.legal_moves()):
        taken = sorted(square for square in captures if square)
        if [path[0][0], path[-1][1], *taken] == squares[:2] + sorted(squares[2:]):
            steps = [[in_notation(board, square) for square in step] for step in path]
            return Move(board, board_move=steps)
    raise AssertionError(f"{text} is not legal in {board.fen}")


def in_notation(board, square):
    return int(move_to_variant(str(square), variant=board.variant, to_algebraic=False))


@pytest.fixture
def player(ajeeb):
    players = []

    def start(variant="standard"):
        players.append(Player(ajeeb, VARIANTS[variant]))
        return players[-1]

    yield start
    for each in players:
        each.close()


def play_out(white, black, board):
    """Plays a game; `white` and `black` choose a move each. The board at the end."""
    while not board.is_over() and len(board.move_stack) < LONGEST_GAME:
        board.push((white if board.turn == WHITE else black)(board))
    return board


def random_mover(seed):
    generator = random.Random(seed)
    return lambda board: generator.choice(board.legal_moves())


@pytest.mark.parametrize("colour", [WHITE, BLACK], ids=["white", "black"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_beats_a_random_mover(player, variant, colour):
    ours, theirs = player(variant).choose, random_mover(11)
    sides = (ours, theirs) if colour == WHITE else (theirs, ours)
    board = play_out(*sides, Board(variant=variant))
    assert board.winner() == colour, f"{board.winner()} after {len(board.move_stack)} plies"


def test_plays_a_whole_game_through_the_library(player):
    """The library's own `play`, as its documentation shows it."""
    engine, board, theirs = player().engine, Board(), random_mover(5)
    while not board.is_over() and len(board.move_stack) < LONGEST_GAME:
        ours = board.turn == WHITE
        board.push(engine.play(board, SHALLOW, ponder=False).move if ours else theirs(board))
    assert board.winner() == WHITE


@pytest.mark.parametrize("colour", [WHITE, BLACK], ids=["white", "black"])
def test_plays_dame(player, opponent, colour):
    other = HubEngine([opponent("dame"), "hub"])
    other.init()
    ours = player().choose
    theirs = lambda board: other.play(board, Limit(depth=3), ponder=False).move
    try:
        board = play_out(*(ours, theirs) if colour == WHITE else (theirs, ours), Board())
    finally:
        other.quit()
    assert board.is_over() or len(board.move_stack) == LONGEST_GAME


CLOCKS = {
    "fixed": Limit(movetime=0.05),
    "sudden death": Limit(time=1.0),
    "increment": Limit(time=1.0, inc=0.1),
    "negative base time": Limit(time=0.05, inc=0.2),
    "nodes": Limit(nodes=500),
}


@pytest.mark.parametrize("name", CLOCKS)
def test_obeys_limits(player, name):
    board, us = Board(), player()
    for _ in range(4):
        board.push(us.choose(board, CLOCKS[name]))


def test_thinks_without_a_limit_for_a_bounded_time(player):
    board = Board()
    text, _ = player().engine.go(board._game.initial_hub_fen)
    legal_move(board, text)


def test_ponders(player):
    board, us = Board(), player()
    board.push(us.choose(board))
    board.push(random_mover(1)(board))
    found = []
    thinker = threading.Thread(
        target=lambda: found.append(us.choose(board, Limit(movetime=0.1), ponder=True)),
        daemon=True,
    )
    thinker.start()
    us.engine.ponderhit()
    thinker.join(timeout=10)
    assert found and found[0].hub_move in [move.hub_move for move in board.legal_moves()]


def test_reports_what_it_found(player):
    us = player()
    us.choose(Board(), Limit(depth=6))
    info = us.engine.info
    assert info["depth"] >= 6 and info["nodes"] > 0 and "cp" in info["score"]
    assert info["pv"]


def test_answers_ping(player):
    us = player()
    us.engine.ping()
    assert us.engine.id["name"].strip('"') == "Ajeeb"


@pytest.fixture
def dxp_port(ajeeb):
    """The port of an Ajeeb that waits for a game by DXP."""
    command = [ajeeb, "dxp", "--listen", "127.0.0.1:0", "--once"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip().rpartition(":")[2]
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("colour", [WHITE, BLACK], ids=["white", "black"])
def test_beats_a_random_mover_by_dxp(dxp_port, colour):
    """The library takes what arrives in one piece for one message: a first move sent right
    behind the acceptance would be lost, and the game hang. Without time Ajeeb moves at once."""
    engine = DXPEngine(options={"port": dxp_port}, initial_time=0)
    ours, theirs = lambda board: engine.play(board).move, random_mover(3)
    sides = (ours, theirs) if colour == WHITE else (theirs, ours)
    board = play_out(*sides, Board())
    engine.quit()
    assert board.winner() == colour, f"{board.winner()} after {len(board.move_stack)} plies"
