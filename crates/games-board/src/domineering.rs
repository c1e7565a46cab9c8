//! Domineering (Göran Andersson; Gardner 1974; Berlekamp, Conway and Guy 1982): one player covers two
//! squares above each other with a domino, the other two beside each other, and who cannot move loses.
//! On boards of up to 8 x 8 squares, as bitboards.

use crate::grid::{Grid, ones, other};
use ludometer_core::{
    ActionSpace, Actions, Facts, Game, KeyHasher, Measure, Notation, NullMove, Observation,
    Perfect, Player, Rng, Shape, Turn,
};

/// A position. Only which squares are free decides how play goes on; whose dominoes lie there is kept
/// to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares that each player has covered, bit 0 at the top left, eight bits a row.
    pub covered: [u64; 2],
    /// Who is to move.
    pub mover: Player,
}

/// A domino, by its upper or left square, in rows of eight from the top left. The mover decides how it
/// lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u8);

/// The rules on one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Domineering {
    grid: Grid,
    all: u64,
}

/// From a square to the other one of its domino, for each player.
const STEPS: [u8; 2] = [8, 1];

/// The signs of the players: vertical dominoes, and horizontal ones.
const DOMINOES: [char; 2] = ['V', 'H'];

impl Domineering {
    /// The game on `columns` x `rows` squares, 1 to 8 of each.
    pub fn new(columns: usize, rows: usize) -> Result<Domineering, String> {
        if !(1..=8).contains(&columns) || !(1..=8).contains(&rows) {
            return Err(format!(
                "a board of {columns} columns and {rows} rows: it has 1 to 8 of each"
            ));
        }
        let grid = Grid { rows, columns };
        let all = grid.all();
        Ok(Domineering { grid, all })
    }

    #[inline]
    fn free(&self, board: &Board) -> u64 {
        self.all & !(board.covered[0] | board.covered[1])
    }

    /// The upper or left squares of all dominoes that a player can place on these squares.
    #[inline]
    fn places(free: u64, player: Player) -> u64 {
        match player.0 {
            0 => free & free >> 8,
            // A shift by one would pair the ends of two rows.
            _ => free & (free & !0x0101_0101_0101_0101) >> 1,
        }
    }

    /// The squares of a player's domino.
    #[inline]
    fn domino(player: Player, place: u8) -> u64 {
        1 << place | 1 << (place + STEPS[player.index()])
    }

    /// Places where the player can move and no move of the opponent's touches the domino.
    fn safe(&self, board: &Board, player: Player) -> u64 {
        let free = self.free(board);
        let others = Self::places(free, other(player));
        let touched = others | others << STEPS[other(player).index()];
        Self::places(free & !touched, player)
    }

    fn sign(board: &Board, row: usize, column: usize) -> char {
        let bit = 1u64 << (8 * row + column);
        let owner = board.covered.iter().position(|covered| covered & bit != 0);
        owner.map_or('.', |player| DOMINOES[player])
    }
}

impl Game for Domineering {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let Grid { rows, columns } = self.grid;
        Facts::new(format!("domineering(columns={columns}, rows={rows})"), 2)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        Board {
            covered: [0; 2],
            mover: Player(0),
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match Self::places(self.free(board), board.mover) {
            0 => Turn::Over,
            _ => Turn::Of(board.mover),
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        out.extend(ones(Self::places(self.free(board), board.mover)).map(Move));
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        Self::places(self.free(board), board.mover).count_ones() as usize
    }

    #[inline]
    fn apply(&self, board: &mut Board, Move(place): Move, _: &mut Rng) {
        board.covered[board.mover.index()] |= Self::domino(board.mover, place);
        board.mover = other(board.mover);
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        let [vertical, horizontal] = board.covered;
        let mover = u64::from(board.mover.0);
        let key = KeyHasher::new().word(vertical).word(horizontal);
        key.word(mover).finish()
    }

    #[inline]
    fn action_key(&self, Move(place): Move) -> u64 {
        KeyHasher::new().word(u64::from(place)).finish()
    }

    /// The player who is to move and cannot has lost.
    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if player == board.mover { -1.0 } else { 1.0 }
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let diagram = self
            .grid
            .diagram(|row, column| Self::sign(board, row, column));
        let mover = DOMINOES[board.mover.index()];
        let what = match self.turn(board) {
            Turn::Of(_) => "to move",
            Turn::Over => "cannot move and has lost",
        };
        format!("{diagram}{mover} {what}\n")
    }

    /// The two squares as in chess, the upper or left one first.
    fn label(&self, board: &Board, Move(place): Move) -> String {
        let name = |square: u8| {
            self.grid
                .name(usize::from(square / 8), usize::from(square % 8))
        };
        let end = place + STEPS[board.mover.index()];
        format!("{}{}", name(place), name(end))
    }
}

/// Rows from the top with `/` between them, `V` and `H` for squares that vertical and horizontal dominoes
/// cover and `.`, then who is to move, `V` or `H`.
impl Notation for Domineering {
    fn write(&self, board: &Board) -> String {
        let rows = self
            .grid
            .write(|row, column| Self::sign(board, row, column));
        format!("{rows} {}", DOMINOES[board.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let text = text.trim();
        let mover = |sign: &str| text.ends_with(&format!(" {sign}"));
        let (rows, mover) = match (mover("V") || mover("v"), mover("H") || mover("h")) {
            (true, _) => (&text[..text.len() - 2], Player(0)),
            (_, true) => (&text[..text.len() - 2], Player(1)),
            _ => return Err("after the board stands who is to move, V or H".into()),
        };
        let squares = self.grid.read(rows, &[".-", "Vv", "Hh"])?;
        let covered: [u64; 2] = self.grid.bits(&squares);
        let mut dominoes = [0; 2];
        for player in [Player(0), Player(1)] {
            let mut rest = covered[player.index()];
            // The first square in reading order is the upper or left one of its domino.
            while rest != 0 {
                let place = rest.trailing_zeros() as u8;
                let end = 1u64.checked_shl(u32::from(place + STEPS[player.index()]));
                let domino = 1 << place | end.unwrap_or(0);
                let whole = rest & domino == domino && end.is_some();
                if !whole || (player.0 == 1 && place % 8 == 7) {
                    let row = usize::from(place / 8);
                    let square = self.grid.name(row, usize::from(place % 8));
                    let sign = DOMINOES[player.index()];
                    return Err(format!("`{sign}` on {square} is not a whole domino"));
                }
                rest &= !domino;
                dominoes[player.index()] += 1;
            }
        }
        let ahead = i32::from(mover.0 == 1);
        if dominoes[0] - dominoes[1] != ahead {
            return Err(format!(
                "{} vertical and {} horizontal dominoes with {} to move: vertical begins and players alternate",
                dominoes[0],
                dominoes[1],
                DOMINOES[mover.index()]
            ));
        }
        Ok(Board { covered, mover })
    }
}

impl NullMove for Domineering {
    /// None where the other player could not move: it would have lost.
    #[inline]
    fn apply_null_move(&self, board: &Board) -> Option<Board> {
        let mover = other(board.mover);
        let free = self.free(board);
        let both = Self::places(free, mover) != 0 && Self::places(free, board.mover) != 0;
        both.then_some(Board { mover, ..*board })
    }
}

/// Two planes: the squares that the viewer has covered, and those of the other.
impl Observation for Domineering {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: self.grid.rows,
            columns: self.grid.columns,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let sides = [viewer, other(viewer)].map(|player| board.covered[player.index()]);
        self.grid.planes(&sides, out);
    }
}

/// The upper or left square of the domino, in reading order.
impl ActionSpace for Domineering {
    fn action_space(&self) -> usize {
        self.grid.squares()
    }

    #[inline]
    fn action_number(&self, _: &Board, Move(place): Move) -> usize {
        self.grid.number(place)
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        if number >= self.grid.squares() {
            return None;
        }
        let place = self.grid.square(number);
        let places = Self::places(self.free(board), board.mover);
        (places >> place & 1 == 1).then_some(Move(place))
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Domineering>> {
    let high = Measure::<Domineering>::high;
    vec![
        high(
            "moves",
            "places for own dominoes minus places for the opponent's",
            |game, board, player| {
                let free = game.free(board);
                let places = |player| f64::from(Domineering::places(free, player).count_ones());
                places(player) - places(other(player))
            },
        ),
        high(
            "safe-moves",
            "places for own dominoes that the opponent cannot spoil, minus the opponent's such places (Breuker, Uiterwijk and van den Herik 2000)",
            |game, board, player| {
                let safe = |player| f64::from(game.safe(board, player).count_ones());
                safe(player) - safe(other(player))
            },
        ),
        high("empties", "free squares", |game, board, _| {
            f64::from(game.free(board).count_ones())
        }),
    ]
}

#[cfg(test)]
mod tests;
