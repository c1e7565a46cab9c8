#!/usr/bin/env python3
"""A player for every game, by UGI: it takes a move at random, and looks at what it is shown.

    ludometer play othello --seat "engine(command='examples/ugi_player.py', protocol=ugi)" --seat random
"""

import random
import sys


def say(line):
    print(line, flush=True)


def main():
    options = {"Seed": 1}
    dice = random.Random(options["Seed"])
    legal, shown = [], []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            say("id name first steps 1")
            say("option name Seed type spin default 1 min 0 max 1000000")
            say("wants legal show")  # with every position, in every game
            say("ugiok")
        elif word == "setoption":  # name NAME value VALUE
            name, _, value = rest.removeprefix("name ").partition(" value ")
            options[name] = int(value)
        elif word == "uginewgame":
            dice = random.Random(options["Seed"])
        elif word == "isready":
            say("readyok")
        elif word == "show":  # PLAYER COUNT, then that number of lines
            player, count = (int(number) for number in rest.split())
            shown = [sys.stdin.readline().rstrip("\n") for _ in range(count)]
        elif word == "legal":
            legal = rest.split()
        elif word == "go":
            choice = choose(legal, shown, dice)
            say(f"info depth 1 nodes {len(legal)} score value 0 pv {choice}")
            say(f"bestmove {choice}")
        elif word == "quit":
            break


def choose(legal, shown, dice):
    """Your ideas go here: `shown` is what the player sees, `legal` what it may do."""
    return dice.choice(legal)


if __name__ == "__main__":
    main()
