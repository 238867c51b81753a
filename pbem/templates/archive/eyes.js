// Whose eyes: what the table saw, what a player knew at this moment, and, once it is over, everything.

function Eyes(film, go) {
  var panel = id("secrets");

  function pieces(seats) {
    return function (entry) { return entry[0].some(function (seat) { return seats.indexOf(seat) >= 0; }); };
  }

  // `seats`: whose eyes are open; none: the table's.
  this.show = function (at, position, seats) {
    if (!film.opened) {
      fill(panel, el("p", { class: "note" }, film.over ? "This is the public face of the game: sheets, hands, orders and diaries are in the full archive."
        : "The game is being played. Sheets, hands, orders and diaries are sealed until the end; then they can be read here, moment by moment."));
      return;
    }
    if (!seats.length) {
      fill(panel, el("p", { class: "note" }, "You see what the table saw. Choose a player’s eyes below, or everyone’s, to see sheets, hands, orders and diaries as they were at this moment."));
      return;
    }
    var frame = film.frames[at], mine = pieces(seats), here = (frame.z || []).filter(mine);
    fill(panel, el("h3", {}, "At this moment"),
      here.length ? list(here, at) : el("p", { class: "quiet" }, "Nothing that the table did not see."),
      el("div", { class: "sheets" }, fragment(seats.map(function (seat) { return sheet(position, seat); }))),
      el("h3", {}, "Before that"), before(at, mine));
  };

  function fragment(nodes) {
    var box = document.createDocumentFragment();
    nodes.forEach(function (node) { box.appendChild(node); });
    return box;
  }

  function list(entries, at) {
    return el("ul", { class: "log" }, fragment(entries.map(function (entry) { return line(entry, at); })));
  }

  function line(entry, at) {
    var fate = entry[3] ? FATES[entry[3]] || entry[3] : "";
    return el("li", { class: entry[1] },
      fragment(entry[0].map(function (seat) { return seat < 0 ? document.createTextNode("") : el("span", { class: "pip " + film.seats[seat].colour, title: film.seats[seat].name }, film.seats[seat].initial); })),
      el("i", { class: "kind" }, entry[1]), " ", entry[2], fate ? el("small", { class: "fate" }, " — " + fate) : null, " ",
      el("a", { href: "#" + film.frames[at].n, class: "n" }, film.frames[at].n));
  }

  function before(at, mine) {
    var found = [];
    for (var i = at - 1; i >= 0 && found.length < 60; i--) {
      if (film.frames[i].u && !film.frames[at].u) continue;
      (film.frames[i].z || []).filter(mine).reverse().forEach(function (entry) { found.push(line(entry, i)); });
    }
    return found.length ? el("ul", { class: "log" }, fragment(found)) : el("p", { class: "quiet" }, "Nothing yet.");
  }

  function sheet(position, seat) {
    var player = film.seats[seat], written = position.r[seat] || {}, body = el("tbody", {});
    Object.keys(written).filter(function (letter) { return written[letter]; }).sort(function (a, b) { return written[b] - written[a] || (a < b ? -1 : 1); }).forEach(function (letter) {
      var shown = (shownOn(position, letter).filter(function (one) { return one[0] === seat; })[0] || [0, 0])[1], place = position.p[letter][0];
      var useless = place === "wall" || place === "retired";
      body.appendChild(el("tr", { class: (useless ? "gone " : "") + (controllerOf(position, letter) === seat ? "his" : ""), "data-letter": letter },
        el("th", { scope: "row" }, film.cards[letter].surname, el("small", {}, " " + (film.offices[place] || film.areas[place] || "Candidate"))), el("td", {}, written[letter]), el("td", {}, shown || "–"), el("td", {}, written[letter] - shown || "–")));
    });
    var hand = position.c[seat], box = el("section", { class: "sheet", "data-seat": player.colour }, el("h4", {}, el("span", { class: "pip " + player.colour }, player.initial), " ", player.name));
    box.appendChild(body.firstChild ? el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Sheet"), el("th", { scope: "col" }, "recorded"), el("th", { scope: "col" }, "shown"), el("th", { scope: "col" }, "left"))), body)
      : el("p", { class: "quiet" }, "No sheet yet."));
    if (hand && (hand[0].length || hand[1].length)) box.appendChild(el("ul", { class: "hand" }, fragment(hand[0].concat(hand[1]).map(function (number, at) {
      var card = film.deck[number] || ["?", ""];
      return el("li", { title: card[1] }, el("b", {}, number), " ", card[0], at >= hand[0].length ? " (aside)" : "");
    }))));
    return box;
  }
}

var FATES = { used: "used", dead: "died unused", replaced: "replaced", cancelled: "cancelled", dropped: "dropped by an undo" };
