// The film is wound to an event, forwards and backwards; everything else follows.

var film = JSON.parse(id("film").textContent);
film.seats.forEach(function (player) { player.initial = initialOf(player); });
function initialOf(player) {
  var first = player.name.trim().slice(0, 1) ? Array.from(player.name.trim())[0].toUpperCase() : player.colour.slice(0, 1).toUpperCase();
  var twins = film.seats.filter(function (other) { return (Array.from(other.name.trim())[0] || "").toUpperCase() === first; });
  return twins.length > 1 ? player.colour.slice(0, 1).toUpperCase() + player.colour.slice(1, 2) : first;
}

document.documentElement.classList.add("js");
film.last = film.frames[film.frames.length - 1].e || film.frames[film.frames.length - 1].n;
var positions = positionsOf(film), found = checks(film), frames = film.frames;
var at = -1, seen = null, playing = 0, undone = !frames.some(function (frame) { return !frame.u; });
var eyes = [], board = new Board(film, function () { return eyes; }), stage = new Stage(film, found), story = new Story(film, goNumber);
var secrets = new Eyes(film), charts = new Charts(film, positions, go), ledger = new Ledger(film, found);
var stops = [];

function sift() {
  stops = [];
  frames.forEach(function (frame, i) { if (undone || !frame.u) stops.push(i); });
  id("slider").max = stops.length - 1;
}

function stopOf(index) {
  var low = 0, above = stops.length;
  while (low < above) { var middle = (low + above) >> 1; if (stops[middle] <= index) low = middle + 1; else above = middle; }
  return Math.max(0, low - 1);
}

// To the frame with this place in the film.
function go(index) {
  index = cut(index, 0, frames.length - 1);
  if (frames[index].u && !undone) { undone = true; id("undone").checked = true; sift(); }
  var before = at, stop = stopOf(index);
  at = stops[stop];
  var previous = stop ? positions[stops[stop - 1]] : null, step = Math.abs(stopOf(before) - stop) === 1;
  board.show(positions[at], previous, frames[at], step && before !== at);
  stage.show(at, positions[at], frames[at]);
  story.show(frames[at]);
  secrets.show(at, positions[at], eyes);
  charts.show(at);
  ledger.show(at);
  id("slider").value = stop;
  id("slider").setAttribute("aria-valuetext", "event " + frames[at].n + ", " + id("when").textContent);
  id("count").textContent = frames[at].n + " / " + film.last;
  [].forEach.call(id("years").querySelectorAll("button"), function (button) { button.classList.toggle("here", +button.dataset.turn === positions[at].t[0]); });
  document.body.dataset.event = frames[at].n;
  if (location.hash !== "#" + frames[at].n) try { history.replaceState(null, "", "#" + frames[at].n); } catch (nothing) { /* some viewers forbid it */ }
}

// To the event that the table counts as `number`.
function goNumber(number) {
  for (var i = 0; i < frames.length - 1; i++) if ((frames[i].e || frames[i].n) >= number) break;
  go(i);
}

function step(by) { go(stops[cut(stopOf(at) + by, 0, stops.length - 1)]); }

function opens(index) { var change = frames[index].d; return !!(change && change.t); }

function phase(by) {
  for (var stop = stopOf(at) + by; stop > 0 && stop < stops.length - 1 && !opens(stops[stop]);) stop += by;
  go(stops[cut(stop, 0, stops.length - 1)]);
}

function play(on) {
  clearTimeout(playing);
  playing = 0;
  id("play").setAttribute("aria-pressed", on ? "true" : "false");
  id("play").setAttribute("aria-label", on ? "Pause" : "Play");
  document.body.classList.toggle("playing", on);
  if (on && stopOf(at) >= stops.length - 1) go(stops[0]);
  if (on) tick();
}

// Much to read or to see stays longer.
function tick() {
  var frame = frames[at], pause = (frame.d || frame.k ? 1500 : 750) + Math.min(1800, frame.x.length * 9);
  playing = setTimeout(function () {
    step(1);
    if (stopOf(at) >= stops.length - 1) play(false); else tick();
  }, pause / +id("speed").value);
}

function look(who) {
  var open = film.opened && (who === "all" || film.seats[+who]);
  eyes = !open ? [] : who === "all" ? film.seats.map(function (player, seat) { return seat; }) : [+who];
  id("eyes").value = open ? who : "table";
  document.body.dataset.eyes = open ? (who === "all" ? "all" : film.seats[+who].colour) : "table";
  go(at);
}

function tab(name) {
  [].forEach.call(document.querySelectorAll("[role=tab]"), function (button) {
    var on = button.id === "tab-" + name;
    button.setAttribute("aria-selected", on ? "true" : "false");
    button.tabIndex = on ? 0 : -1;
    id(button.getAttribute("aria-controls")).classList.toggle("shut", !on);
  });
  if (at >= 0) { story.follow(); charts.show(at); ledger.show(at); }
}
