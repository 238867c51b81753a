// A die is a function of the sealed seed and its own label: number of HMAC-SHA256(seed, "label|d20|attempt"), the ragged end rejected.

var SIDES = 20;

function roller(seed) {
  return function (label, sides) {
    var limit = 4294967296 - 4294967296 % sides;
    for (var attempt = 0; attempt < 256; attempt++) {
      var digest = hmac(seed, utf8(label + "|d" + sides + "|" + attempt));
      var number = digest[0] * 16777216 + digest[1] * 65536 + digest[2] * 256 + digest[3];
      if (number < limit) return number % sides + 1;
    }
    return 0;
  };
}

// The seed of all dice after set-up: with the players' words, where there are any.
function salted(seed, salts) {
  var players = Object.keys(salts).sort();
  if (!players.length) return seed;
  return hmac(seed, utf8(players.map(function (player) { return player + ": " + salts[player]; }).join("\n")));
}

var SEALED = "sealed", RULED = "ruled", RIGHT = "right", WRONG = "wrong";

// What there is to say of each die, and of what was sealed before the first one.
function checks(film) {
  var key = film.seed ? fromHex(film.seed) : null, found = { dice: [], kept: null, deck: null };
  var roll = key && roller(salted(key, film.salts)), dealt = key && roller(key);
  film.frames.forEach(function (frame, at) {
    (frame.k || []).forEach(function (die) {
      var label = die[0], face = die[1], verdict = SEALED, right = null;
      if (/ ruled$/.test(label)) verdict = RULED;
      else if (roll) {
        right = roll(label, SIDES);
        verdict = right === face ? RIGHT : WRONG;
      }
      found.dice.push({ at: at, n: frame.n, label: label, face: face, verdict: verdict, right: right, undone: !!frame.u });
    });
  });
  if (key) found.kept = toHex(sha256(key)) === film.commitment;
  if (key && film.shuffled.length) {
    var deck = film.shuffled.slice().sort(function (a, b) { return a - b; });
    for (var last = deck.length - 1; last > 0; last--) {
      var other = dealt("intrigue #" + last, last + 1) - 1, card = deck[last];
      deck[last] = deck[other]; deck[other] = card;
    }
    found.deck = deck.join() === film.shuffled.join();
  }
  return found;
}
