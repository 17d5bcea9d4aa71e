// boardgame.io at one game, as `peer.py` has the others: warms up, then plays a slice for each line that it reads.
// The games are written as its tutorial teaches; the loop is the one of its bots: a reducer, and the moves that the
// game enumerates. usage: NODE_PATH=DIR/node_modules node boardgame_io.cjs GAME [SEED]
'use strict';

const readline = require('node:readline');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { INVALID_MOVE } = require('boardgame.io/core');

const WARM_UP = 4; // seconds: its compiler needs some

const oneMove = { minMoves: 1, maxMoves: 1 };
const empty = (n) => Array(n).fill(null);
const each = (move, lists) => lists.map((args) => ({ move, args }));
const free = (cells) => cells.flatMap((cell, i) => (cell === null ? [[i]] : []));

const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const ticTacToe = {
  setup: () => ({ cells: empty(9) }),
  turn: oneMove,
  moves: {
    mark({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf({ G, ctx }) {
    if (rows.some((row) => row.every((cell) => G.cells[cell] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
  ai: { enumerate: (G) => each('mark', free(G.cells)) },
};

const WIDTH = 7, HEIGHT = 6;

function isFour(cells, last) {
  const count = (up, right) => {
    let n = 0;
    for (let row = Math.floor(last / WIDTH) + up, column = (last % WIDTH) + right; ; row += up, column += right, n++) {
      if (row < 0 || row >= HEIGHT || column < 0 || column >= WIDTH) return n;
      if (cells[row * WIDTH + column] !== cells[last]) return n;
    }
  };
  return [[0, 1], [1, 0], [1, 1], [1, -1]].some(([up, right]) => count(up, right) + count(-up, -right) >= 3);
}

const connectFour = {
  setup: () => ({ cells: empty(WIDTH * HEIGHT), last: null }), // the first row is the bottom
  turn: oneMove,
  moves: {
    drop({ G, playerID }, column) {
      let cell = column;
      while (cell < G.cells.length && G.cells[cell] !== null) cell += WIDTH;
      if (cell >= G.cells.length) return INVALID_MOVE;
      G.cells[cell] = playerID;
      G.last = cell;
    },
  },
  endIf({ G, ctx }) {
    if (G.last === null) return;
    if (isFour(G.cells, G.last)) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
  ai: { enumerate: (G) => each('drop', free(G.cells.slice(WIDTH * (HEIGHT - 1)))) },
};

const SIZE = 8;

function steps(cells, player) {
  const ahead = player === '0' ? 1 : -1;
  return cells.flatMap((pawn, from) => {
    if (pawn !== player) return [];
    const row = Math.floor(from / SIZE) + ahead, column = from % SIZE;
    return [column - 1, column, column + 1]
      .filter((to) => to >= 0 && to < SIZE)
      .map((to) => [from, row * SIZE + to])
      .filter(([, to]) => cells[to] === null || (to % SIZE !== column && cells[to] !== player));
  });
}

const breakthrough = {
  setup: () => ({ cells: [...Array(2 * SIZE).fill('0'), ...empty(4 * SIZE), ...Array(2 * SIZE).fill('1')] }),
  turn: oneMove,
  moves: {
    step({ G, playerID }, from, to) {
      G.cells[from] = null;
      G.cells[to] = playerID;
    },
  },
  endIf({ G }) {
    if (G.cells.slice(-SIZE).includes('0') || !G.cells.includes('1')) return { winner: '0' };
    if (G.cells.slice(0, SIZE).includes('1') || !G.cells.includes('0')) return { winner: '1' };
  },
  ai: { enumerate: (G, ctx) => each('step', steps(G.cells, ctx.currentPlayer)) },
};

const pig = {
  setup: () => ({ scores: [0, 0], pot: 0 }),
  moves: {
    roll({ G, events, random }) {
      const die = random.D6();
      G.pot = die === 1 ? 0 : G.pot + die;
      if (die === 1) events.endTurn();
    },
    hold({ G, ctx, events }) {
      G.scores[ctx.currentPlayer] += G.pot;
      G.pot = 0;
      events.endTurn();
    },
  },
  endIf({ G }) {
    const winner = G.scores.findIndex((score) => score >= 100);
    if (winner >= 0) return { winner: String(winner) };
  },
  ai: { enumerate: () => each('roll', [[]]).concat(each('hold', [[]])) },
};

const GAMES = { tic_tac_toe: ticTacToe, connect_four: connectFour, breakthrough, pig };

const { Bot } = require('boardgame.io/ai');
const [name, seed = '1'] = process.argv.slice(2);
const game = { name, ...GAMES[name] };
const bot = new (class extends Bot { play() {} })({ enumerate: game.ai.enumerate, seed });
const reducer = CreateGameReducer({ game });
let played = 0;

function playout() {
  let state = InitializeGame({ game: { ...game, seed: `${seed}-${played++}` }, numPlayers: 2 });
  let decisions = 0;
  while (state.ctx.gameover === undefined) {
    const actions = bot.enumerate(state.G, state.ctx, state.ctx.currentPlayer);
    state = reducer(state, bot.random(actions));
    decisions += 1;
  }
  return decisions;
}

function measure(seconds) {
  const before = process.cpuUsage(), end = performance.now() + 1000 * seconds;
  let games = 0, decisions = 0;
  do {
    decisions += playout();
    games += 1;
  } while (performance.now() < end);
  const used = process.cpuUsage(before);
  return { games, decisions, seconds: (used.user + used.system) / 1e6 };
}

measure(WARM_UP);
console.log('ready');
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify(measure(Number(line))));
});
