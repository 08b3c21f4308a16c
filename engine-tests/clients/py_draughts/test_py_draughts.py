"""Ajeeb under py-draughts: its Hub client, and its rules beside those of `ajeeb moves`."""

import random
import subprocess

import draughts
import pytest
from draughts import FrisianBoard, StandardBoard
from draughts.engines.hub import HubEngine, move_to_hub_notation

LONGEST_GAME = 240


class PatientEngine(HubEngine):
    """The client, but for its way to wait: it asks the pipe whether there is more to read, and so
    overlooks a second line that came with the first, which happens on a busy machine."""

    def _read_line(self, timeout=1.0):
        return self.process.stdout.readline().strip()


@pytest.mark.parametrize("colour", [draughts.Color.WHITE, draughts.Color.BLACK], ids=["white", "black"])
def test_beats_a_random_mover(ajeeb, colour):
    board, generator = StandardBoard(), random.Random(2)
    with PatientEngine(ajeeb, depth_limit=4) as engine:
        assert engine.info.name == "Ajeeb"
        while not board.game_over and len(board._moves_stack) < LONGEST_GAME:
            ours = board.turn == colour
            move = engine.get_best_move(board) if ours else generator.choice(list(board.legal_moves))
            board.push(move)
    assert board.result == ("1-0" if colour == draughts.Color.WHITE else "0-1")


def test_thinks_for_a_given_time(ajeeb):
    with PatientEngine(ajeeb, time_limit=0.1) as engine:
        move, score = engine.get_best_move(StandardBoard(), with_evaluation=True)
        assert engine.ping()
    assert move in list(StandardBoard().legal_moves)
    assert abs(score) < 2


@pytest.mark.parametrize("name, board", [("international", StandardBoard), ("frisian", FrisianBoard)])
def test_lists_the_same_moves(ajeeb, name, board):
    """Positions of random games, each compared move by move."""
    generator, position = random.Random(4), board()
    for _ in range(60):
        if position.game_over:
            position = board()
        assert our_moves(ajeeb, name, position) == their_moves(position), position.fen
        position.push(generator.choice(list(position.legal_moves)))


def our_moves(ajeeb, name, position):
    fen = position.fen.removeprefix('[FEN "').removesuffix('"]')
    command = [ajeeb, "moves", "--variant", name, "--fen", fen]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return set(output.split())


def their_moves(position):
    return {in_order(move_to_hub_notation(move)) for move in position.legal_moves}


def in_order(text):
    """A capture with its captured squares in ascending order."""
    if "-" in text:
        return text
    start, end, *taken = text.split("x")
    return "x".join([start, end, *sorted(taken, key=int)])
