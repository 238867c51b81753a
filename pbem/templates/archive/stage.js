// What happens at this event: when, in words, with its die; the players' strip; the Tally Track.

function Stage(film, found) {
  var last = film.frames.length - 1;

  this.show = function (at, position, frame) {
    var turn = position.t[0], phase = position.t[1];
    fill(id("when"), el("b", {}, turn ? film.year + turn - 1 : film.year - 1), " ", film.phases[phase] || phase);
    var say = id("say");
    if (say.textContent !== frame.x) say.textContent = frame.x;
    fill(id("number"), frame.u ? el("span", { class: "tag" }, "taken back later") : null, frame.b ? el("span", { class: "tag" }, "undo") : null,
      frame.r && !frame.b ? el("span", { class: "tag" }, "judge") : null, "event " + frame.n + " of " + film.last);
    fill(id("rolls"));
    found.dice.forEach(function (die) { if (die.at === at) id("rolls").appendChild(rolled(die)); });
    fill(id("now"));
    if (frame.i && film.deck[frame.i]) id("now").appendChild(el("p", { class: "played" }, el("b", {}, frame.i + " " + film.deck[frame.i][0] + ". "), film.deck[frame.i][1]));
    if (position.b.length) id("now").appendChild(ballot(position.b));
    position.f.forEach(function (effect) { id("now").appendChild(el("span", { class: "tag" }, "in force: " + effect)); });
    id("now").hidden = !id("now").firstChild;
    tally(position);
    players(position, at === last);
  };

  function rolled(die) {
    var verdict = { right: "as the seed gives it", wrong: "the seed gives " + die.right, sealed: "sealed until the end", ruled: "set by the moderator" }[die.verdict];
    return el("span", { class: "die " + die.verdict, "data-verdict": die.verdict, title: die.label + ": " + verdict },
      svg("svg", { viewBox: "0 0 40 44", role: "img", "aria-label": "die " + die.face + " of " + SIDES + ", " + verdict },
        svg("path", { d: "M20 1l18 10v22L20 43 2 33V11z", class: "body" }), svg("path", { d: "M20 1l-11 27h22zM2 11l7 17M38 11l-7 17M9 28l11 15 11-15M2 33l7-5M38 33l-7-5", class: "edge" }),
        svg("text", { x: 20, y: 25, "text-anchor": "middle" }, die.face)),
      el("span", { class: "verdict", "aria-hidden": "true" }, { right: "✓", wrong: "✗", sealed: "", ruled: "§" }[die.verdict]));
  }

  function ballot(vote) {
    var box = el("span", { class: "ballot" }, (vote[0] === "trial" ? "Trial of " : "Vote on ") + film.cards[vote[1]].surname + ":");
    Object.keys(vote[2]).forEach(function (voter) { box.appendChild(el("span", { class: "tag" }, film.cards[voter].surname + " " + (vote[2][voter] || "does not vote"))); });
    return box;
  }

  function tally(position) {
    var track = fill(id("tally"));
    for (var turn = 1; turn <= film.turns; turn++) {
      var wave = position.w.filter(function (one) { return one[0] === turn; })[0], box = el("li", { class: "box" + (turn === position.t[0] ? " here" : "") }, el("small", {}, String(film.year + turn - 1).slice(2)));
      if (wave && wave[1]) {
        var seat = wave[2] < 0 ? null : film.seats[wave[2]];
        box.appendChild(el("b", { class: "pip " + (seat ? seat.colour : "none"), title: film.year + turn - 1 + ": " + film.cards[wave[1]].name + " waved, " + (seat ? "for " + seat.name : "for nobody") }, wave[1]));
      } else if (wave) box.appendChild(el("b", { class: "nobody", title: film.year + turn - 1 + ": nobody waved" }, "–"));
      track.appendChild(box);
    }
  }

  function players(position, ended) {
    var strip = fill(id("players"));
    film.seats.forEach(function (player, seat) {
      var waves = position.w.filter(function (one) { return one[2] === seat; }).length, holds = 0;
      Object.keys(position.p).forEach(function (letter) { if (controllerOf(position, letter) === seat) holds++; });
      var won = position.o.length && position.o[1].indexOf(seat) >= 0;
      strip.appendChild(el("li", { class: "player " + player.colour + (won ? " won" : ""), "data-seat": player.colour },
        el("span", { class: "pip " + player.colour }, player.initial), el("b", {}, player.name), el("small", { title: player.faction }, player.faction),
        el("span", { class: "stats" }, el("span", { class: "more" }, holds + " controlled · "), waves + (waves === 1 ? " wave" : " waves") + (position.h.length ? " · " + position.h[seat] + (position.h[seat] === 1 ? " card" : " cards") : ""), won ? el("b", { class: "wins" }, " · wins") : null)));
    });
  }
}
