// Every position of the film.  What did not change is the same object as before, so that two positions are compared at a glance.

function merged(before, changes) {
  var after = {};
  Object.keys(before).forEach(function (key) { after[key] = before[key]; });
  Object.keys(changes).forEach(function (key) { after[key] = changes[key]; });
  return after;
}

function positionsOf(film) {
  var now = { p: {}, s: {}, t: [0, "setup"], w: [], h: [], k: 0, b: [], f: [], l: {}, o: [], r: {}, c: {} };
  return film.frames.map(function (frame) {
    var change = frame.d;
    if (!change) return now;
    var next = merged(now, {});
    Object.keys(change).forEach(function (key) {
      if (key === "p" || key === "s" || key === "c") next[key] = merged(now[key], change[key]);
      else if (key === "r") next.r = merged(now.r, sheetsWith(now.r, change.r));
      else next[key] = change[key];
    });
    now = next;
    return now;
  });
}

function sheetsWith(before, changes) {
  var after = {};
  Object.keys(changes).forEach(function (seat) { after[seat] = merged(before[seat] || {}, changes[seat]); });
  return after;
}

// Who controls a Politician: a seat, or -1.
function controllerOf(position, letter) {
  var stake = position.s[letter];
  return stake && stake.length ? stake[0] : -1;
}

// What is shown on him: [[seat, points], …], the highest first.
function shownOn(position, letter) {
  var stake = position.s[letter] || [], found = [];
  for (var i = 2; i < stake.length; i += 2) found.push([stake[i], stake[i + 1]]);
  return found;
}

function holderOf(position, slot) {
  var letters = Object.keys(position.p);
  for (var i = 0; i < letters.length; i++) if (position.p[letters[i]][0] === slot) return letters[i];
  return "";
}

function ageOf(film, position, letter) { return film.cards[letter].age + position.p[letter][1]; }
