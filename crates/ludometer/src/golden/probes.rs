//! Where entries are looked at: a game, a start and a spec at which their parameters show.

/// A spec whose every parameter is turned, and where.
pub(super) struct Probe {
    pub(super) game: &'static str,
    pub(super) start: &'static str,
    pub(super) spec: &'static str,
    /// Forward-model calls a decision; 0 is no limit.
    pub(super) steps: u64,
    pub(super) episodes: u64,
}

const fn probe(game: &'static str, start: &'static str, spec: &'static str) -> Probe {
    Probe {
        game,
        start,
        spec,
        steps: 0,
        episodes: 4,
    }
}

impl Probe {
    const fn steps(mut self, steps: u64) -> Probe {
        self.steps = steps;
        self
    }

    const fn episodes(mut self, episodes: u64) -> Probe {
        self.episodes = episodes;
        self
    }
}

const SLIDE: &str = "slide(k=3)";
const OTHELLO: &str = "othello(size=6)";
const NOUGHTS: &str = "tic-tac-toe(m=4, n=4, k=3)";
const VIDEO: &str = "vgdl(name='aliens', level=0)";
const OMAHA: &str = "omaha(players=2, stack=100)";

/// Agents. One that has techniques which need each other is there more than once.
pub(super) const AGENTS: &[Probe] = &[
    probe(OTHELLO, "walk(4)", "random"),
    probe(SLIDE, "distance(3)", "depth(t=4, leaf=add(euclidean, 2))"),
    probe(SLIDE, "distance(9)", "depth(t=3, leaf=mult(euclidean, 1))"),
    probe(OTHELLO, "walk(8)", "depth(t=2, leaf=discs)"),
    probe(OTHELLO, "walk(8)", "depth(t=9, leaf=discs)").steps(300),
    probe(SLIDE, "distance(3)", "alphabeta(t=4, leaf=euclidean)"),
    probe(SLIDE, "distance(9)", "alphabeta(t=3, leaf=euclidean)"),
    probe(OTHELLO, "walk(8)", "alphabeta(t=3, leaf=discs)"),
    probe(OTHELLO, "walk(8)", "pvs(t=4, tt=10, leaf=discs)"),
    probe(
        OTHELLO,
        "walk(10)",
        "pvs(t=5, tt=8, leaf=discs, null=yes, multicut=yes, cuts=2, moves=5, reduction=1, etc=yes, aspiration=2, deeper=no)",
    ),
    probe("chess", "walk(12)", "pvs(t=3, tt=10, leaf=material)").episodes(2),
    probe(
        "chess",
        "walk(20)",
        "pvs(t=3, tt=10, leaf=material, null=yes, multicut=yes, quiet=yes, aspiration=1, key=place)",
    )
    .episodes(2),
    probe(NOUGHTS, "walk(4)", "pvs(t=5, tt=10, leaf=open-lines)").episodes(48),
    probe("othello(size=4)", "walk(2)", "pvs(t=9, tt=12, leaf=discs)"),
    probe(
        "tic-tac-toe(m=3, n=3, k=3)",
        "walk(2)",
        "pvs(t=7, tt=0, leaf=open-lines)",
    )
    .episodes(24),
    probe(OTHELLO, "walk(4)", "random-minimax(t=3)"),
    probe(NOUGHTS, "walk(5)", "random-minimax(t=3, alpha=3, ends=recognised)"),
    probe(SLIDE, "distance(10)", "beam(width=4, leaf=euclidean, layers=6)"),
    probe(
        SLIDE,
        "distance(12)",
        "astar(weight=1, leaf=euclidean, expansions=40)",
    ),
    probe(
        OTHELLO,
        "walk(6)",
        "sampler(tolerance=0.3, first=4, most=16, plies=9)",
    ),
    probe(OTHELLO, "walk(22)", "sampler(tolerance=0.1, first=4, most=32)"),
    probe(OTHELLO, "walk(6)", "flat(playouts=30, plies=9)"),
    probe(OTHELLO, "walk(24)", "flat(playouts=30)"),
    probe(OTHELLO, "walk(24)", "flat(playouts=60, allocate=ucb1)"),
    probe(OTHELLO, "walk(6)", "uct(playouts=60, plies=9)"),
    probe(OTHELLO, "walk(24)", "uct(playouts=60)"),
    probe("kuhn", "start", "uct(playouts=40)").episodes(12),
    probe(
        OTHELLO,
        "walk(8)",
        "uct(playouts=80, plies=40, bias=0.5, leaf=discs, scale=8, amaf=grave, ref=10, playout=mast, cut=6)",
    ),
    probe(
        OTHELLO,
        "walk(8)",
        "uct(playouts=80, select=puct, temperature=0.5, leaf=discs, scale=8, widening=1.5, playout=none)",
    ),
    probe(
        NOUGHTS,
        "walk(3)",
        "uct(playouts=150, solver=yes, transpositions=yes, reuse=yes, implicit=0.4, leaf=open-lines, scale=3)",
    )
    .episodes(12),
    probe("kuhn", "start", "ismcts(playouts=60)").episodes(48),
    probe(OMAHA, "start", "ismcts(playouts=30, plies=3)").episodes(12),
    probe("kuhn", "start", "pimc(worlds=4, playouts=10)").episodes(48),
    probe(OMAHA, "start", "pimc(worlds=4, playouts=8, plies=3)").episodes(12),
    probe(SLIDE, "distance(9)", "nested(level=1, plies=12, leaf=euclidean)"),
    probe(SLIDE, "distance(9)", "nrpa(level=1, iterations=20, plies=12, leaf=euclidean)"),
    probe("othello(size=4)", "walk(2)", "dfpn(nodes=8)").episodes(24),
    probe("meteors", "walk(30)", "expectimax(t=2)").episodes(12),
    probe("meteors", "walk(30)", "expectimax(t=3)").steps(1200).episodes(12),
    probe(SLIDE, "distance(9)", "variety(5, depth(t=2, leaf=euclidean))").episodes(12),
    probe("meteors", "walk(30)", "one-step").episodes(12),
    probe(VIDEO, "walk(30)", "one-step"),
    probe(VIDEO, "walk(30)", "olmcts(l=6, most=40)"),
    probe("meteors", "walk(20)", "olmcts(l=6, most=40, c=3)"),
    probe("meteors", "walk(20)", "olmcts(l=6)").steps(150),
    probe(VIDEO, "walk(30)", "rhea(p=3, l=5, most=30)"),
    probe("meteors", "walk(20)", "rhea(p=3, l=5, most=30)"),
    probe("meteors", "walk(20)", "rhea(p=4, l=6)").steps(150),
    probe("meteors", "walk(20)", "rhea(p=2, l=5, seeding=one-step, most=20)"),
    probe("meteors", "walk(20)", "rhea(p=2, l=6, seeding=tree, share=0.4)").steps(300),
    probe(VIDEO, "walk(30)", "rhea(p=2, l=5, seeding=tree, share=0.3)").steps(200),
    probe(
        "meteors",
        "walk(20)",
        "rhea(p=3, l=5, rollouts=2, rollout-l=3, shift=yes, most=15)",
    ),
    probe(SLIDE, "distance(4)", "depth-fast(t=3, leaf=norm-minus(euclidean, 1))"),
    probe(SLIDE, "distance(9)", "depth-fast(t=2, leaf=comb(l2, 1, permutation))"),
    probe("loa", "walk(10)", "mia(t=3, tt=10)").episodes(2),
    probe(
        "loa",
        "walk(10)",
        "mia(t=4, tt=10, multicut=yes, cuts=2, moves=5, reduction=1, etc=yes, aspiration=10, deeper=no)",
    )
    .episodes(2),
    probe("loa", "walk(60)", "mia(t=3, tt=10)"),
    probe("loa", "walk(20)", "mia(t=6, tt=14, etc=yes, erps=no, quiet=no)")
        .steps(4000)
        .episodes(2),
    probe(OMAHA, "start", "caller").episodes(12),
    probe(OMAHA, "start", "tight(samples=20)").episodes(12),
    probe(OMAHA, "start", "loose(samples=20)").episodes(12),
    probe(OMAHA, "start", "modelled").episodes(200),
    probe(OMAHA, "start", "mcraise(samples=20)").episodes(120),
    probe(OMAHA, "start", "valued(samples=20)").episodes(100),
    probe(OMAHA, "start", "policy(samples=20)").episodes(300),
    probe("omaha(players=4)", "start", "mcraise(samples=20)").episodes(12),
];

/// Evaluators, as what the leaves of a search of one ply are worth.
pub(super) const EVALUATORS: &[Probe] = &[
    probe(SLIDE, "distance(8)", "add(euclidean, 1)").episodes(12),
    probe(SLIDE, "distance(8)", "mult(euclidean, 0.5)").episodes(12),
    probe(SLIDE, "distance(8)", "norm-plus(euclidean, 1)").episodes(12),
    probe(SLIDE, "distance(8)", "norm-minus(euclidean, 1)").episodes(12),
    probe(SLIDE, "distance(8)", "comb(euclidean, 1, permutation)").episodes(12),
    probe(
        SLIDE,
        "distance(8)",
        "comb-symmetric(euclidean, 1, permutation)",
    )
    .episodes(12),
    probe(OTHELLO, "walk(8)", "expected-outcome(playouts=8, plies=9)"),
    probe(OTHELLO, "walk(22)", "expected-outcome(playouts=8)"),
    probe("meteors", "walk(30)", "win-score(win=3)").episodes(24),
    probe(
        NOUGHTS,
        "walk(3)",
        "weigh(open-lines=1, points=2, constant=0.5)",
    ),
    probe(OTHELLO, "walk(8)", "guess(1, of='class')"),
    probe("loa", "walk(10)", "mia-eval"),
    probe(OTHELLO, "walk(8)", "zero"),
];

/// Starts.
pub(super) const STARTS: &[(&str, &str)] = &[
    (SLIDE, "start"),
    (OTHELLO, "walk(5)"),
    (SLIDE, "distance(7)"),
    (SLIDE, "reversed"),
    ("fifteen-puzzle(columns=4, rows=4)", "shuffled"),
    ("same-game(columns=15, rows=15, colours=5)", "random-board"),
];
