// Every die with its check, and what was sealed before the first.

function Ledger(film, found, go) {
  var box = id("ledger"), rows = [], made = false;

  // Built when it is first looked at.
  this.show = function (at) {
    if (!box.clientWidth) return;
    if (!made) { make(); made = true; }
    rows.forEach(function (row) { row.node.classList.toggle("now", row.at === at); });
  };

  function summary() {
    var counts = { right: 0, wrong: 0, sealed: 0, ruled: 0 };
    found.dice.forEach(function (die) { counts[die.verdict]++; });
    if (!film.seed) return [found.dice.length + " dice so far. The seed is sealed until the end; its hash was published before the first roll, and then every die can be checked here."];
    var said = [counts.wrong ? counts.wrong + " of " + found.dice.length + " dice are not what the seed gives." : "All " + counts.right + " dice are what the seed gives: computed just now, in this page."];
    if (counts.ruled) said.push(counts.ruled + " set by the moderator.");
    return said;
  }

  function tick(ok, words) {
    return el("li", { class: ok ? "right" : "wrong", "data-verdict": ok ? "right" : "wrong" }, el("b", {}, ok ? "✓" : "✗"), " ", words);
  }

  function make() {
    var seals = el("ul", { class: "seals" }), words = Object.keys(film.salts);
    if (film.seed) seals.appendChild(tick(found.kept, "The seed’s SHA-256 is the commitment that was published at the beginning."));
    if (found.deck !== null) seals.appendChild(tick(found.deck, "The order of the Intrigue deck comes from the seed."));
    var body = el("tbody", {});
    found.dice.forEach(function (die) {
      var node = el("tr", { class: die.verdict + (die.undone ? " undone" : ""), "data-verdict": die.verdict }, el("td", {}, el("a", { href: "#" + die.n, class: "n" }, die.n)), el("td", { class: "label" }, die.label), el("td", {}, "d" + SIDES), el("td", {}, el("b", {}, die.face)),
        el("td", { class: "tick" }, { right: "✓", wrong: "✗ " + die.right, sealed: "sealed", ruled: "set by the moderator" }[die.verdict]));
      rows.push({ node: node, at: die.at });
      body.appendChild(node);
    });
    fill(box, el("p", { class: "summary" }, summary().join(" ")), seals,
      el("p", { class: "hash" }, "Commitment ", el("code", {}, film.commitment)), film.seed ? el("p", { class: "hash" }, "Seed ", el("code", {}, film.seed)) : null,
      words.length ? el("p", { class: "hash" }, "The players’ words in it: ", words.sort().map(function (player) { return player + " “" + film.salts[player] + "”"; }).join(", ")) : null,
      el("table", { class: "dice" }, el("thead", {}, el("tr", {}, ["event", "die", "sides", "face", "check"].reduce(function (box, one) { box.appendChild(el("th", { scope: "col" }, one)); return box; }, document.createDocumentFragment()))), body));
  }
}
