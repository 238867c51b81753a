// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) on arrays of bytes: a page opened from a file has no crypto.subtle to rely on.

var ROUNDS = (function () {
  var found = [], number = 2;
  while (found.length < 64) {
    var prime = true;
    for (var by = 2; by * by <= number; by++) if (number % by === 0) { prime = false; break; }
    if (prime) found.push((Math.pow(number, 1 / 3) * 4294967296) | 0);
    number++;
  }
  return found;
})();

function sha256(bytes) {
  var hash = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  var length = bytes.length, padded = bytes.concat([128]), words = new Array(64), i, at;
  while (padded.length % 64 !== 56) padded.push(0);
  for (i = 7; i >= 0; i--) padded.push(Math.floor(length * 8 / Math.pow(2, 8 * i)) & 255);
  function turn(word, by) { return (word >>> by) | (word << (32 - by)); }
  for (at = 0; at < padded.length; at += 64) {
    for (i = 0; i < 16; i++) words[i] = (padded[at + 4 * i] << 24) | (padded[at + 4 * i + 1] << 16) | (padded[at + 4 * i + 2] << 8) | padded[at + 4 * i + 3];
    for (i = 16; i < 64; i++) {
      var one = words[i - 15], two = words[i - 2];
      words[i] = (words[i - 16] + (turn(one, 7) ^ turn(one, 18) ^ (one >>> 3)) + words[i - 7] + (turn(two, 17) ^ turn(two, 19) ^ (two >>> 10))) | 0;
    }
    var a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4], f = hash[5], g = hash[6], h = hash[7];
    for (i = 0; i < 64; i++) {
      var first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      var second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + first) | 0; d = c; c = b; b = a; a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach(function (word, place) { hash[place] = (hash[place] + word) | 0; });
  }
  var out = [];
  hash.forEach(function (word) { out.push((word >>> 24) & 255, (word >>> 16) & 255, (word >>> 8) & 255, word & 255); });
  return out;
}

function hmac(key, bytes) {
  if (key.length > 64) key = sha256(key);
  var inner = [], outer = [];
  for (var i = 0; i < 64; i++) { inner.push((key[i] || 0) ^ 0x36); outer.push((key[i] || 0) ^ 0x5c); }
  return sha256(outer.concat(sha256(inner.concat(bytes))));
}

function utf8(text) {
  var out = [];
  unescape(encodeURIComponent(text)).split("").forEach(function (one) { out.push(one.charCodeAt(0)); });
  return out;
}

function fromHex(text) { return (text.match(/../g) || []).map(function (pair) { return parseInt(pair, 16); }); }

function toHex(bytes) { return bytes.map(function (byte) { return (byte + 256).toString(16).slice(1); }).join(""); }
