"""Random games of OpenSpiel as text, for the test beside this file.

    python -m venv venv && venv/bin/pip install open_spiel==2.0.2
    venv/bin/python play_openspiel.py FOLDER [GAMES] [SEED]

writes a file for each game. A line is what chance decided, `;`, the moves, `;` and the payoff of each
player. A move stands with a hash of all legal moves before it: FNV-1a of their names, sorted and with
spaces between them, folded to 16 bits.
"""

import random
import sys
from pathlib import Path

import pyspiel


def fold(names):
    value = 0x811C9DC5
    for byte in " ".join(sorted(names)).encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{(value >> 16) ^ (value & 0xFFFF):04x}"


def plain(state):
    """Legal moves by the name that OpenSpiel gives them."""
    player = state.current_player()
    return {state.action_to_string(player, a): [a] for a in state.legal_actions()}


def columns(state):
    return {str(action + 1): [action] for action in state.legal_actions()}


def breakthrough(rows):
    """OpenSpiel begins at the top; here the player who begins sits at the bottom."""

    def names(state):
        named = {}
        for text, actions in plain(state).items():
            flip = [text[0], str(rows + 1 - int(text[1])), text[2], str(rows + 1 - int(text[3]))]
            between = "x" if text.endswith("*") else "-"
            named["".join(flip[:2]) + between + "".join(flip[2:])] = actions
        return named

    return names


def checkers(state):
    """Squares by their numbers; the board is turned so that the player who begins sits at the top."""

    def number(file, rank):
        column, row = 7 - (ord(file) - ord("a")), int(rank) - 1
        return (8 * row + column) // 2 + 1

    named = {}
    for text, actions in plain(state).items():
        jump = abs(int(text[1]) - int(text[3])) == 2
        between = "x" if jump else "-"
        named[f"{number(*text[:2])}{between}{number(*text[2:4])}"] = actions
    return named


def points(state):
    """The point in capitals; the colour is left out."""
    named = {}
    for text, actions in plain(state).items():
        name = text.split()[1]
        named["pass" if name.lower() == "pass" else name.upper()] = actions
    return named


def poker(state):
    """A call of nothing is a check, and then a raise is a bet."""
    named = {text.lower(): actions for text, actions in plain(state).items()}
    owes = "fold" in named
    words = {"call": "call" if owes else "check", "raise": "raise" if owes else "bet"}
    return {words.get(word, word): actions for word, actions in named.items()}


# Name of the file, game of OpenSpiel, legal moves by our names.
GAMES = [
    ("connect-four-7-6-4", "connect_four", columns),
    ("connect-four-5-4-3", "connect_four(columns=5,rows=4,x_in_row=3)", columns),
    ("breakthrough-8-8", "breakthrough", breakthrough(8)),
    ("breakthrough-5-6", "breakthrough(columns=5,rows=6)", breakthrough(6)),
    ("hex-11", "hex", plain),
    ("checkers", "checkers", checkers),
    ("go-9", "go(board_size=9,komi=7.5,max_game_length=300)", points),
    ("go-5", "go(board_size=5,komi=0.5,max_game_length=300)", points),
    ("leduc", "leduc_poker", poker),
    ("hex-5-swap", "hex(board_size=5,swap=True)", plain),
]


def line(game, names, rng):
    state = game.new_initial_state()
    chance, moves = [], []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            outcome = rng.choices(outcomes, weights)[0]
            chance.append(str(outcome))
            state.apply_action(outcome)
            continue
        named = names(state)
        move = rng.choice(sorted(named))
        moves.append(f"{move} {fold(named)}")
        for action in named[move]:
            state.apply_action(action)
    payoffs = " ".join(f"{payoff:g}" for payoff in state.returns())
    return f"{' '.join(chance)};{' '.join(moves)};{payoffs}"


def bids(cards, rng):
    """A game of Goofspiel, bids one after the other, with the last round that is not chosen."""
    game = pyspiel.load_game(f"goofspiel(num_cards={cards},points_order=random)")
    state = game.new_initial_state()
    prizes, moves = [], []
    hands = [set(range(1, cards + 1)), set(range(1, cards + 1))]

    def bid(player, card):
        moves.append(f"{card} {fold([str(held) for held in hands[player]])}")
        hands[player].remove(card)

    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            outcome = rng.choices(outcomes, weights)[0]
            prizes.append(str(outcome + 1))
            state.apply_action(outcome)
            continue
        chosen = [rng.choice(state.legal_actions(player)) for player in (0, 1)]
        for player in (0, 1):
            assert {card + 1 for card in state.legal_actions(player)} == hands[player]
            bid(player, chosen[player] + 1)
        state.apply_actions(chosen)
    for player in (0, 1):
        if hands[player]:
            bid(player, *hands[player])
    payoffs = " ".join(f"{payoff:g}" for payoff in state.returns())
    return f"{' '.join(prizes)};{' '.join(moves)};{payoffs}"


def main():
    folder = Path(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    for name, spec, names in GAMES:
        game = pyspiel.load_game(spec)
        lines = []
        while len(lines) < count:
            # OpenSpiel draws checkers after fewer quiet moves than the rules have, and games of Go, which
            # cannot be drawn with half a point of komi, when a position is repeated.
            played = line(game, names, rng)
            if name.split("-")[0] not in ("checkers", "go") or not played.endswith(";0 0"):
                lines.append(played)
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
    for cards in (4, 13):
        lines = [bids(cards, rng) for _ in range(count)]
        (folder / f"goofspiel-{cards}.txt").write_text("\n".join(lines) + "\n")


main()
