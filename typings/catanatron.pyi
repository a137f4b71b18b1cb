class Color:
    RED: Color
    BLUE: Color

class RandomPlayer:
    def __init__(self, color: Color) -> None: ...

class State:
    num_turns: int

class Game:
    state: State
    def __init__(self, players: list[RandomPlayer]) -> None: ...
    def winning_color(self) -> Color | None: ...
    def play_tick(self) -> object: ...
