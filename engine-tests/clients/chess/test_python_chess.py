"""Ajeeb under python-chess, the client behind most scripts and bots. It checks every move and
every line of play by its own rules, and raises on anything it cannot read."""

import random

import chess
import chess.engine
import pytest
from chess.engine import Limit, SimpleEngine

MATE_IN_TWO = "k7/8/1K6/1R6/8/8/8/8 w - - 0 1"
MIDDLE_GAME = "r3r1k1/2qnbppp/p1pp1n2/4p3/PPP5/2N1PQ2/1B1N1PPP/R4RK1 b - - 0 15"
LONGEST_GAME = 300


@pytest.fixture
def engine(ajeeb):
    with SimpleEngine.popen_uci(ajeeb) as engine:
        yield engine


def play_out(white, black, board=None):
    """Plays a game; `white` and `black` choose a legal move each. The board at the end."""
    board = board or chess.Board()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < LONGEST_GAME:
        move = (white if board.turn == chess.WHITE else black)(board)
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)
    return board


def chooser(engine, limit):
    return lambda board: engine.play(board, limit).move


def random_mover(seed):
    generator = random.Random(seed)
    return lambda board: generator.choice(list(board.legal_moves))


def weak_stockfish(find):
    engine = SimpleEngine.popen_uci(find("stockfish"))
    engine.configure({"Skill Level": 0, "Hash": 16})
    return engine


def gnuchess(find):
    return SimpleEngine.popen_uci([find("gnuchess"), "--uci"])


@pytest.mark.parametrize("colour", [chess.WHITE, chess.BLACK], ids=["white", "black"])
@pytest.mark.parametrize("start", [weak_stockfish, gnuchess])
def test_plays_a_whole_game(engine, opponent, start, colour):
    with start(opponent) as other:
        ours = chooser(engine, Limit(nodes=2000))
        theirs = chooser(other, Limit(time=0.02, depth=4))
        board = play_out(*(ours, theirs) if colour else (theirs, ours))
    assert board.is_game_over(claim_draw=True) or len(board.move_stack) == LONGEST_GAME


@pytest.mark.parametrize("colour", [chess.WHITE, chess.BLACK], ids=["white", "black"])
def test_mates_a_random_mover(engine, colour):
    ours, theirs = chooser(engine, Limit(nodes=3000)), random_mover(7)
    board = play_out(*(ours, theirs) if colour else (theirs, ours))
    assert board.is_checkmate() and board.turn != colour


def test_plays_on_a_clock(engine):
    board, clock = chess.Board(), {chess.WHITE: 2.0, chess.BLACK: 2.0}
    for _ in range(20):
        limit = Limit(
            white_clock=clock[chess.WHITE],
            black_clock=clock[chess.BLACK],
            white_inc=0.05,
            black_inc=0.05,
        )
        result = engine.play(board, limit, info=chess.engine.INFO_BASIC)
        clock[board.turn] += 0.05 - result.info["time"]
        board.push(result.move)
    assert min(clock.values()) > 0


def test_pondering_survives_hits_and_misses(engine):
    board, generator, hits = chess.Board(), random.Random(3), 0
    for turn in range(12):
        result = engine.play(board, Limit(time=0.05), ponder=True)
        board.push(result.move)
        expected = result.ponder if turn % 2 else None
        reply = expected or generator.choice(list(board.legal_moves))
        hits += expected is not None
        board.push(reply)
    assert hits > 0


def test_analysis_finds_the_mate(engine):
    info = engine.analyse(chess.Board(MATE_IN_TWO), Limit(depth=10))
    assert info["score"].white() == chess.engine.Mate(2)
    board = chess.Board(MATE_IN_TWO)
    for move in info["pv"]:
        board.push(move)
    assert board.is_checkmate()


def test_multipv_gives_the_best_lines_in_order(engine):
    lines = engine.analyse(chess.Board(MIDDLE_GAME), Limit(depth=7), multipv=4)
    scores = [line["score"].relative for line in lines]
    assert len(lines) == 4
    assert len({line["pv"][0] for line in lines}) == 4
    assert scores == sorted(scores, reverse=True)


def test_infinite_analysis_runs_until_stopped(engine):
    board = chess.Board(MATE_IN_TWO)
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
        assert analysis.would_block() or analysis.get()
        analysis.stop()
        assert analysis.wait().move in board.legal_moves
    assert engine.play(chess.Board(), Limit(depth=3)).move in chess.Board().legal_moves


def test_root_moves_are_obeyed(engine):
    board = chess.Board()
    only = [chess.Move.from_uci("a2a3")]
    result = engine.play(board, Limit(depth=6), root_moves=only, info=chess.engine.INFO_ALL)
    assert result.move == only[0]
    assert result.info["pv"][0] == only[0]


def test_wdl_is_shown_when_asked_for(engine):
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1"), Limit(depth=6))
    assert info["wdl"].white().expectation() > 0.8


CASTLINGS = {
    "standard, short": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O"),
    "standard, long": ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O"),
    "960, short": ("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", "O-O"),
    "960, long, over one square": ("1rk4r/8/8/8/8/8/8/1RK4R b HBhb - 0 1", "O-O-O"),
}


@pytest.mark.parametrize("name", CASTLINGS)
def test_castles(engine, name):
    fen, san = CASTLINGS[name]
    board = chess.Board(fen, chess960=name.startswith("960"))
    castling = board.parse_san(san)
    result = engine.play(board, Limit(nodes=500), root_moves=[castling])
    assert board.is_castling(result.move) and result.move == castling


@pytest.mark.parametrize("number", [0, 518, 757])
def test_plays_chess960(engine, number):
    ours = chooser(engine, Limit(nodes=1000))
    board = play_out(ours, random_mover(number), chess.Board.from_chess960_pos(number))
    assert board.is_checkmate() and board.turn == chess.BLACK


def test_many_threads_and_a_new_game(engine):
    engine.configure({"Threads": 3, "Hash": 32})
    for game in range(3):
        result = engine.play(chess.Board(MIDDLE_GAME), Limit(depth=8), game=game)
        assert result.move in chess.Board(MIDDLE_GAME).legal_moves


def test_quits_cleanly(ajeeb):
    engine = SimpleEngine.popen_uci(ajeeb)
    assert engine.id["name"] and engine.id["author"]
    engine.ping()
    engine.quit()
    assert engine.returncode.result(timeout=5) == 0
