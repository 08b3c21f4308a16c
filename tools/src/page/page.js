"use strict";
// Shows games; knows no rules. A game is the first diagram, a letter for each square, and for each
// move the squares it changes, as pairs of a square's letter and a piece's.
(() => {
  const SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const MATE = 1000000;
  const $ = (id) => document.getElementById(id);
  const viewer = $("viewer");
  const family = viewer.dataset.family;
  const columns = Number(viewer.dataset.columns);
  const rows = Number(viewer.dataset.rows);
  // Chess has its coordinates beside the board; squares of draughts have numbers in them.
  const EDGE = family === "chess" ? 0.42 : 0;
  const VIEW = `${-EDGE} 0 ${columns + EDGE} ${rows + EDGE}`;
  const rowsOfGames = [...$("game-rows").rows];

  let game = null; // the open game, with its diagrams
  let number = 0; // counted from 1
  let ply = 0;
  let flipped = false;
  let timer = 0;

  const svg = (name, attributes = {}, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const isWhite = (piece) => piece !== "." && piece === piece.toUpperCase();

  // ---- games

  function load(wanted) {
    const data = JSON.parse($("game-" + wanted).textContent);
    let diagram = [...data.start];
    data.diagrams = [diagram];
    for (const changes of data.changes) {
      diagram = diagram.slice();
      for (let i = 0; i < changes.length; i += 2) {
        diagram[SQUARES.indexOf(changes[i])] = changes[i + 1];
      }
      data.diagrams.push(diagram);
    }
    return data;
  }

  function open(wanted, at) {
    if (wanted !== number) {
      number = wanted;
      game = load(number);
      listMoves();
      drawCurve();
      for (const row of rowsOfGames) row.removeAttribute("aria-current");
      rowsOfGames[number - 1].setAttribute("aria-current", "true");
      $("ply").max = game.moves.length;
    }
    show(at);
  }

  function show(at) {
    ply = clamp(at, 0, game.moves.length);
    $("ply").value = ply;
    drawBoard();
    tell();
    markMove();
    const cursor = $("curve").querySelector(".now");
    if (cursor) for (const end of ["x1", "x2"]) cursor.setAttribute(end, ply);
  }

  /// Shows a ply, and makes the address one that leads back to it.
  function go(at) {
    show(at);
    history.replaceState(null, "", `#game=${number}&ply=${ply}`);
  }

  // ---- the board

  /// The square in column x and row y from the upper left, White below; -1 for none.
  function squareAt(x, y) {
    if (family === "chess") return 8 * (7 - y) + x;
    return (x + y) % 2 ? (columns / 2) * y + Math.floor(x / 2) : -1;
  }

  function place(x, y) {
    return flipped ? [columns - 1 - x, rows - 1 - y] : [x, y];
  }

  function drawBoard() {
    const before = ply > 0 ? game.diagrams[ply - 1] : null;
    const after = game.diagrams[ply];
    const mover = before && (ply % 2 === 1) !== game.black_first; // is it White?
    const picture = svg("svg", { viewBox: VIEW, "aria-hidden": "true" });
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const [left, top] = place(x, y);
        const dark = (x + y) % 2 === 1;
        picture.append(svg("rect", { x: left, y: top, width: 1, height: 1, class: dark ? "dark" : "light" }));
        const square = squareAt(x, y);
        if (square < 0) continue;
        if (before && before[square] !== after[square]) mark(picture, left, top, before[square], after[square], mover);
        if (family !== "chess") {
          picture.append(svg("text", { x: left + 0.04, y: top + 0.19, class: "square-number" }, square + 1));
        }
        if (after[square] !== ".") picture.append(pieceOn(left, top, after[square]));
      }
    }
    if (family === "chess") coordinates(picture);
    $("board").replaceChildren(picture);
    const [upper, lower] = flipped ? ["white", "black"] : ["black", "white"];
    for (const [place, side] of [[$("black-player"), upper], [$("white-player"), lower]]) {
      place.className = "player " + side;
      place.textContent = game[side];
    }
  }

  /// Where the mover's piece left or arrived, and what was taken elsewhere.
  function mark(picture, x, y, before, after, white) {
    const own = (piece) => piece !== "." && isWhite(piece) === white;
    if (own(before) || own(after)) {
      picture.append(svg("rect", { x, y, width: 1, height: 1, class: "moved" }));
    } else {
      picture.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.32, class: "taken" }));
    }
  }

  function coordinates(picture) {
    for (let i = 0; i < 8; i++) {
      const [x, y] = place(i, 7 - i);
      picture.append(svg("text", { x: -EDGE / 2, y: y + 0.6, class: "edge" }, i + 1));
      picture.append(svg("text", { x: x + 0.5, y: 8 + EDGE * 0.78, class: "edge" }, "abcdefgh"[i]));
    }
  }

  function pieceOn(x, y, piece) {
    const side = isWhite(piece) ? "side-white" : "side-black";
    const use = { href: `#${family}-${piece.toUpperCase()}`, x, y, width: 1, height: 1, class: side };
    return svg("use", use);
  }

  // ---- moves and words

  function moveNumber(at) {
    const plies = at - 1 + (game.black_first ? 1 : 0);
    const dots = plies % 2 ? "..." : ".";
    return game.number + Math.floor(plies / 2) + dots;
  }

  function scoreText(score) {
    const sign = score < 0 ? "−" : "+";
    const size = Math.abs(score);
    return sign + (size > MATE / 2 ? "M" + (MATE - size) : (size / 100).toFixed(2));
  }

  function timeText(time) {
    if (time < 1000) return `${time} ms`;
    return time < 60000 ? `${(time / 1000).toFixed(2)} s` : `${Math.floor(time / 60000)} min ${Math.round((time % 60000) / 1000)} s`;
  }

  function tell() {
    const parts = [];
    if (ply === 0) {
      parts.push(`Game ${number}, start`);
    } else {
      parts.push(`${moveNumber(ply)} ${game.moves[ply - 1]}`);
      if (game.scores[ply - 1] !== null) parts.push(scoreText(game.scores[ply - 1]));
      if (game.depths[ply - 1] !== null) parts.push(`depth ${game.depths[ply - 1]}`);
      if (game.times[ply - 1] !== null) parts.push(timeText(game.times[ply - 1]));
    }
    const text = parts.join(" · ");
    $("status").textContent = text;
    const notes = game.notes[ply] ? [game.notes[ply]] : [];
    if (ply === game.moves.length) {
      if (game.termination && !notes.length) notes.push(game.termination);
      notes.push(game.result);
    }
    $("note").textContent = notes.join(" · ");
    $("board").setAttribute("aria-label", `Board, ${text}. ${pieceList()}`);
  }

  /// The pieces by square, for those who cannot see them.
  function pieceList() {
    const names = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king", M: "man" };
    const sides = { White: [], Black: [] };
    game.diagrams[ply].forEach((piece, square) => {
      if (piece === ".") return;
      const name = family === "chess" ? "abcdefgh"[square % 8] + (1 + (square >> 3)) : square + 1;
      sides[isWhite(piece) ? "White" : "Black"].push(`${names[piece.toUpperCase()]} ${name}`);
    });
    return Object.entries(sides).map(([side, pieces]) => `${side}: ${pieces.join(", ")}.`).join(" ");
  }

  function listMoves() {
    const list = $("moves");
    const items = [];
    let item = null;
    game.moves.forEach((move, index) => {
      const white = (index % 2 === 0) !== game.black_first;
      if (white || item === null) {
        item = document.createElement("li");
        const label = document.createElement("span");
        label.className = "n";
        label.textContent = moveNumber(index + 1).replace("...", ".");
        item.append(label);
        if (!white) {
          const gap = document.createElement("span");
          gap.textContent = "…";
          item.append(gap);
        }
        items.push(item);
      }
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.dataset.ply = index + 1;
      button.tabIndex = -1;
      item.append(button);
    });
    // An empty place keeps the columns where White's move is the last.
    if (item && item.children.length === 2) item.append(document.createElement("span"));
    list.replaceChildren(...items);
  }

  function markMove() {
    const list = $("moves");
    const old = list.querySelector("[aria-current]");
    if (old) old.removeAttribute("aria-current");
    const now = list.querySelector(`[data-ply="${ply}"]`);
    if (!now) {
      list.scrollTop = 0;
      return;
    }
    now.setAttribute("aria-current", "true");
    // Only the list scrolls, not the page.
    if (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = now.offsetTop - list.clientHeight / 2;
    }
  }

  // ---- the curve of scores

  function drawCurve() {
    const known = game.scores.some((score) => score !== null);
    $("curve").hidden = !known;
    if (!known) return;
    const picture = $("curve").querySelector("svg");
    const last = game.moves.length;
    picture.setAttribute("viewBox", `0 0 ${last} 100`);
    // Half of the height is left for four pawns, the rest for everything above.
    const height = (score) => 50 - 50 * Math.tanh(score / 550);
    let now = 50;
    const points = ["0,50"];
    game.scores.forEach((score, index) => {
      if (score !== null) now = height(score);
      points.push(`${index + 1},${now.toFixed(1)}`);
    });
    picture.replaceChildren(
      svg("polygon", { class: "area", points: `0,100 ${points.join(" ")} ${last},100` }),
      svg("line", { class: "middle", x1: 0, x2: last, y1: 50, y2: 50 }),
      svg("line", { class: "now", x1: ply, x2: ply, y1: 0, y2: 100 }),
    );
  }

  // ---- controls

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("play").setAttribute("aria-pressed", "false");
  }

  function togglePlay() {
    if (timer) return stop();
    if (ply === game.moves.length) show(0);
    $("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => (ply < game.moves.length ? go(ply + 1) : stop()), 700);
  }

  const turn = () => { flipped = !flipped; drawBoard(); };
  const otherGame = (step) => {
    open(clamp(number + step, 1, rowsOfGames.length), 0);
    go(0);
  };
  const actions = {
    first: () => go(0),
    back: () => go(ply - 1),
    forward: () => go(ply + 1),
    last: () => go(game.moves.length),
    flip: turn,
    play: togglePlay,
    "previous-game": () => otherGame(-1),
    "next-game": () => otherGame(1),
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last",
    f: "flip", n: "next-game", p: "previous-game",
  };

  for (const [id, action] of Object.entries(actions)) {
    $(id).addEventListener("click", () => {
      if (id !== "play") stop();
      action();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    const id = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!id) return;
    event.preventDefault();
    stop();
    actions[id]();
  });
  $("ply").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
  $("moves").addEventListener("click", (event) => {
    const at = Number(event.target.dataset.ply);
    if (at) { stop(); go(at); }
  });
  $("curve").querySelector("svg").addEventListener("click", (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    stop();
    go(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
  });
  $("search").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rowsOfGames) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  /// Opens what the address asks for: `#game=3&ply=12`, a game alone at its start.
  function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has("game")) return false;
    stop();
    const at = Number.parseInt(wanted.get("ply") ?? "0", 10);
    open(clamp(Number.parseInt(wanted.get("game"), 10) || 1, 1, rowsOfGames.length), at || 0);
    viewer.scrollIntoView();
    viewer.focus({ preventScroll: true });
    return true;
  }
  addEventListener("hashchange", follow);
  if (!follow()) open(1, 0);
})();
