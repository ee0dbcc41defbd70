// random: plays any legal move, in every game.
"use strict";

const readline = require("node:readline");

// Standard output is for answers. `console.log` in a bot goes to its log, which is standard error.
const answer = (value) => process.stdout.write(JSON.stringify(value) + "\n");
console.log = console.error;

// Random numbers from the seed of the match (xorshift), so that the match can be repeated.
let state = 1;

function start(info) {
  for (const letter of String(info.seed)) {
    state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  }
  state = state || 1; // 0 would stay 0
}

function random(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}

function nextMove(turn) {
  return turn.moves[random(turn.moves.length)];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.call === "move") {
    answer({ move: nextMove(message) });
  } else {
    if (message.call === "start") start(message);
    answer({});
  }
});
