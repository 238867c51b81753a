// The printed board: Party Chief, two levels, Candidates; below them the People, Siberia, the Wall and the retired.

function Board(film, chosen) {
  var cards = {}, homes = {}, calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  var board = id("board");

  function slot(code) {
    var title = film.offices[code] || "Candidate", words = title.split(" ");
    var home = el("div", { class: "slot", "data-slot": code }, el("span", { class: "office", title: title + (film.needed[code] ? ", purge " + film.needed[code] : "") }, words[0], words[1] ? el("span", { class: "rest" }, " " + words[1]) : null),
      el("span", { class: "vacant" }, "vacant"));
    homes[code] = home;
    return home;
  }

  [["chief", ["PC"]], ["first", film.levels[1]], ["second", film.levels[2]], ["candidates", film.levels[3]]].forEach(function (row) {
    board.appendChild(el.apply(null, ["div", { class: "row " + row[0], role: "group", "aria-label": ROWS[row[0]] }].concat(row[1].map(slot))));
  });
  var areas = el("div", { class: "areas" });
  Object.keys(film.areas).forEach(function (area) {
    homes[area] = el("div", { class: "people" });
    areas.appendChild(el("section", { class: "area " + area, "aria-label": film.areas[area] }, el("h3", {}, film.areas[area]), homes[area]));
  });
  board.appendChild(areas);

  function card(letter) {
    if (!cards[letter]) cards[letter] = el("article", { class: "card", "data-letter": letter, tabindex: "-1" });
    return cards[letter];
  }

  // Draws the position of a frame; `before`: the position it is compared with, null after a leap.
  this.show = function (position, before, frame, moved) {
    var letters = Object.keys(position.p), about = [].slice.call(frame.v || []), from = {};
    var moving = moved && before && !calm.matches;
    letters.forEach(function (letter) {
      if (moving && cards[letter] && before.p[letter] && before.p[letter][0] !== position.p[letter][0]) from[letter] = cards[letter].getBoundingClientRect();
    });
    letters.sort().forEach(function (letter) {
      draw(card(letter), letter, position, before, about.indexOf(letter) >= 0, chosen());
      var home = homes[position.p[letter][0]];
      if (cards[letter].parentNode !== home) home.appendChild(cards[letter]);
    });
    Object.keys(cards).forEach(function (letter) { if (!position.p[letter] && cards[letter].parentNode) cards[letter].parentNode.removeChild(cards[letter]); });
    Object.keys(film.areas).forEach(function (area) { inOrder(homes[area]); homes[area].parentNode.classList.toggle("empty", !homes[area].firstChild); });
    Object.keys(homes).forEach(function (code) { if (!film.areas[code]) homes[code].classList.toggle("open", !homes[code].querySelector(".card")); });
    Object.keys(from).forEach(function (letter) { glide(cards[letter], from[letter]); });
  };

  function inOrder(home) {
    var sorted = [].slice.call(home.children).sort(function (a, b) { return a.dataset.letter < b.dataset.letter ? -1 : 1; });
    sorted.forEach(function (node, at) { if (home.children[at] !== node) home.insertBefore(node, home.children[at] || null); });
  }

  function glide(node, old) {
    var now = node.getBoundingClientRect();
    if (!node.animate || !now.width) return;
    node.animate([
      { transform: "translate(" + (old.left - now.left) + "px," + (old.top - now.top) + "px)", zIndex: 5, boxShadow: "0 8px 20px rgba(0,0,0,.4)" },
      { transform: "none", zIndex: 5 }
    ], { duration: 480, easing: "cubic-bezier(.3,.1,.2,1)" });
  }

  function draw(node, letter, position, before, about, eyes) {
    var him = position.p[letter], was = before ? before.p[letter] : null, stake = position.s[letter], holder = controllerOf(position, letter);
    var old = before ? before.s[letter] : null, changed = !!was && was !== him && String(was) !== String(him), staked = before && String(old || []) !== String(stake || []);
    var key = [him, stake, about, changed, staked, was, eyes, eyes.map(function (seat) { return (position.r[seat] || {})[letter]; }), position.l[letter]].join("|");
    if (node.key === key) return;
    node.key = key;
    var known = film.cards[letter], age = ageOf(film, position, letter), lying = position.l[letter] || [];
    var shown = shownOn(position, letter);
    node.className = "card " + (holder < 0 ? "free" : film.seats[holder].colour) + (changed || staked ? " changed" : "") + (about ? " about" : "") + (him[4] ? " away" : "");
    node.dataset.place = him[0]; node.dataset.age = age; node.dataset.crosses = him[2]; node.dataset.suspicion = him[3]; node.dataset.cure = him[4];
    node.dataset.control = holder < 0 ? "" : film.seats[holder].colour;
    node.dataset.shown = shown.map(function (one) { return film.seats[one[0]].colour + ":" + one[1]; }).join(" ");
    node.setAttribute("title", said(film, position, letter));
    node.setAttribute("aria-label", node.title);
    fill(node,
      el("span", { class: "mono" }, portrait(letter, age, him[2], holder < 0 ? "none" : film.seats[holder].colour), el("b", { "aria-hidden": "true" }, letter)),
      el("div", { class: "who" }, parted(known.surname)),
      el("span", { class: "age" + (was && was[1] !== him[1] ? " new" : "") }, el("small", {}, him[1] ? known.age + "+" + him[1] : ""), el("b", {}, age)),
      el("div", { class: "marks" },
        times(him[2], function () { return el("i", { class: "cross" + (was && was[2] < him[2] ? " new" : ""), role: "img", "aria-label": "Red Cross" }); }),
        times(him[3], function () { return el("i", { class: "doubt" + (was && was[3] < him[3] ? " new" : ""), role: "img", "aria-label": "suspicion" }, "?"); }),
        him[4] ? el("i", { class: "cure" + (was && !was[4] ? " new" : "") }, "Cure") : null,
        lying.length ? el("i", { class: "lying", title: lying.map(function (one) { return film.deck[one] ? film.deck[one][0] : one; }).join(", ") }, "card " + lying.join(", ")) : null),
      el("div", { class: "stakes" + (staked ? " new" : "") }, stakes(position, letter, eyes, stake)));
  }

  // A long name on a narrow card goes on in the next line, parted between syllables.
  function parted(name) {
    return name.replace(/([aeiouy][bcdfghjklmnpqrstvwxz]*?)(?=(?:[cst]h|[bcdfghjklmnpqrstvwxz])[aeiouy])/g, "$1\u00ad");
  }

  function times(number, make) {
    var box = document.createDocumentFragment();
    for (var i = 0; i < number; i++) box.appendChild(make());
    return box;
  }

  // What everybody shows, the controller first; under somebody's eyes what he has recorded, too.
  function stakes(position, letter, eyes, stake) {
    var box = document.createDocumentFragment(), told = {};
    shownOn(position, letter).forEach(function (one) {
      told[one[0]] = true;
      var written = eyes.indexOf(one[0]) >= 0 && position.r[one[0]] ? position.r[one[0]][letter] || 0 : 0;
      box.appendChild(pip(film, one[0], one[1] + (written > one[1] ? "/" + written : ""), one[0] === stake[0]));
    });
    eyes.forEach(function (seat) {
      var written = position.r[seat] ? position.r[seat][letter] || 0 : 0;
      if (written && !told[seat]) box.appendChild(pip(film, seat, written, false, true));
    });
    if (stake && stake[1] === 1) box.appendChild(el("i", { class: "flag" }, "tie"));
    if (stake && stake[1] === 2) box.appendChild(el("i", { class: "flag" }, "10+"));
    return box;
  }
}

var ROWS = { chief: "Party Chief", first: "First level", second: "Second level", candidates: "Candidates" };

// A player's points as a coloured tag with his initial; `secret`: recorded and not shown.
function pip(film, seat, points, first, secret) {
  var player = film.seats[seat], words = player.name + " " + points + (secret ? ", recorded in secret" : "");
  return el("span", { class: "pip " + player.colour + (first ? " first" : "") + (secret ? " secret" : ""), title: words }, el("span", { "aria-hidden": "true" }, player.initial), el("span", { class: "sr" }, player.name), " " + points);
}

// One Politician in a sentence, for whoever cannot see the board, and as a hint.
function said(film, position, letter) {
  var him = position.p[letter], parts = [film.cards[letter].name + " (" + letter + ")", film.offices[him[0]] || film.areas[him[0]] || "Candidate"];
  parts.push("age " + ageOf(film, position, letter) + " = " + film.cards[letter].age + " + " + him[1]);
  if (him[2]) parts.push(["", "Sick", "Ill", "dead"][him[2]]);
  if (him[3]) parts.push(him[3] + " ?");
  if (him[4]) parts.push("at the Sanatorium");
  shownOn(position, letter).forEach(function (one) { parts.push(film.seats[one[0]].name + " " + one[1]); });
  var holder = controllerOf(position, letter);
  parts.push(holder < 0 ? "nobody controls him" : film.seats[holder].name + " controls him");
  return parts.join(", ");
}
