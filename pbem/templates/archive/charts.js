// Ages and health, who had which office, waves, influence shown: over the whole game, with the moment that is on the board.

function Charts(film, positions, go) {
  var box = id("charts"), stops = [], place = {}, cursors = [], width = 0, drawn = 0;
  film.frames.forEach(function (frame, at) { if (!frame.u && at) { place[at] = stops.length; stops.push(at); } });
  var years = [];
  stops.forEach(function (at, x) {
    var turn = positions[at].t[0];
    if (turn && (!years.length || years[years.length - 1][0] !== turn)) years.push([turn, x]);
  });

  this.show = function (at) {
    var room = box.clientWidth;
    if (!room) return;
    if (Math.abs(room - drawn) > 8) draw(room);
    var x = X(place[at] !== undefined ? place[at] : stops.filter(function (one) { return one <= at; }).length - 1);
    cursors.forEach(function (cursor) { cursor.setAttribute("x1", x); cursor.setAttribute("x2", x); });
  };

  var LEFT = 44, RIGHT = 22;
  function X(step) { return LEFT + (width - LEFT - RIGHT) * Math.max(0, step) / Math.max(1, stops.length - 1); }

  function draw(room) {
    drawn = width = room;
    cursors = [];
    fill(box, chart("Who controlled each office", 8 * 20 + 26, offices, "Each row is an office; its colour is who controlled its holder, the letter is the holder."),
      chart("The waves", 44, waves, "Who waved, and for whom."),
      chart("Ages and health", 240, ages, "A line for each Politician who was in the Politburo, thick and red while he was sick; † dead, × retired, s Siberia."),
      chart("Influence shown", 170, influence, "The declared points of each player on the whole board."));
  }

  function chart(title, height, paint, words) {
    var picture = svg("svg", { viewBox: "0 0 " + width + " " + height, width: width, height: height, role: "img", "aria-label": title + ". " + words, class: "chart" });
    years.forEach(function (one) {
      picture.appendChild(svg("line", { x1: X(one[1]), x2: X(one[1]), y1: 0, y2: height - 16, class: "year" }));
      picture.appendChild(svg("text", { x: X(one[1]) + 3, y: height - 4, class: "label" }, "’" + String(film.year + one[0] - 1).slice(2)));
    });
    paint(picture, height - 18);
    var cursor = svg("line", { x1: 0, x2: 0, y1: 0, y2: height - 16, class: "cursor" });
    cursors.push(cursor);
    picture.appendChild(cursor);
    picture.addEventListener("click", function (event) {
      var at = (event.clientX - picture.getBoundingClientRect().left - LEFT) / (width - LEFT - RIGHT);
      go(stops[cut(Math.round(at * (stops.length - 1)), 0, stops.length - 1)]);
    });
    return el("figure", {}, el("figcaption", {}, el("h3", {}, title), el("small", {}, words)), picture);
  }

  // Players outbid each other, or a tie is open: control has not changed yet.
  function bidding(x) {
    var next = x + 1 < stops.length ? film.frames[stops[x + 1]].d : null;
    return !!(next && next.s && (film.frames[stops[x]].d || {}).s);
  }

  // Where `tell` gives the same, one run: [from, to, what]; `pass`: which steps say nothing.
  function runs(tell, pass) {
    var found = [];
    stops.forEach(function (at, x) {
      if (pass && found.length && pass(x)) return;
      var what = tell(positions[at]), last = found[found.length - 1];
      if (last && last[2] === what) last[1] = x; else { if (last) last[1] = x; found.push([x, x, what]); }
    });
    return found;
  }

  function offices(picture) {
    Object.keys(film.offices).forEach(function (slot, row) {
      var y = row * 20;
      picture.appendChild(svg("text", { x: 0, y: y + 14, class: "label" }, slot));
      runs(function (position) { var letter = holderOf(position, slot); return letter ? letter + " " + controllerOf(position, letter) : ""; }, bidding).forEach(function (run) {
        if (!run[2]) return;
        var letter = run[2].split(" ")[0], seat = +run[2].split(" ")[1], wide = X(run[1]) - X(run[0]), player = seat < 0 ? null : film.seats[seat];
        picture.appendChild(svg("rect", { x: X(run[0]), y: y + 1, width: Math.max(1, wide), height: 17, class: "run " + (player ? player.colour : "none") },
          svg("title", {}, film.offices[slot] + ": " + film.cards[letter].surname + ", " + (player ? player.name : "nobody"))));
        if (wide > 12) picture.appendChild(svg("text", { x: X(run[0]) + wide / 2, y: y + 14, "text-anchor": "middle", class: "in " + (player ? player.colour : "none") }, wide > 34 && player ? letter + "·" + player.initial : letter));
      });
    });
  }

  function waves(picture) {
    var before = [];
    stops.forEach(function (at, x) {
      var now = positions[at].w;
      if (now.length > before.length) now.slice(before.length).forEach(function (wave) {
        var seat = wave[2] < 0 ? null : film.seats[wave[2]];
        picture.appendChild(svg("circle", { cx: X(x), cy: 13, r: 9.5, class: "run " + (seat ? seat.colour : "none") }, svg("title", {}, film.year + wave[0] - 1 + ": " + (wave[1] ? film.cards[wave[1]].surname + (seat ? " for " + seat.name : " for nobody") : "nobody waved"))));
        picture.appendChild(svg("text", { x: X(x), y: 17, "text-anchor": "middle", class: "in " + (seat ? seat.colour : "none") }, wave[1] || "–"));
      });
      before = now;
    });
  }

  function scale(picture, height, low, high, step) {
    function Y(value) { return 6 + (height - 10) * (high - value) / (high - low); }
    for (var value = low; value <= high; value += step) {
      picture.appendChild(svg("line", { x1: LEFT, x2: width - RIGHT, y1: Y(value), y2: Y(value), class: "grid" }));
      picture.appendChild(svg("text", { x: LEFT - 6, y: Y(value) + 4, "text-anchor": "end", class: "label" }, value));
    }
    return Y;
  }

  function ages(picture, height) {
    var Y = scale(picture, height, 40, 100, 10), ends = [];
    picture.appendChild(svg("line", { x1: LEFT, x2: width - RIGHT, y1: Y(film.retires), y2: Y(film.retires), class: "retires" }));
    Object.keys(film.cards).forEach(function (letter) {
      var inside = stops.some(function (at) { var him = positions[at].p[letter]; return him && film.offices[him[0]]; });
      if (!inside) return;
      var pieces = runs(function (position) { var him = position.p[letter]; return him ? him[0] + "|" + him[1] + "|" + him[2] : ""; }), path = "", sick = "", tail = "";
      pieces.forEach(function (run, i) {
        var part = run[2].split("|"), y = Y(film.cards[letter].age + +part[1]);
        if (!run[2] || tail) return;
        if (part[0] === "wall" || part[0] === "retired") { tail = part[0] === "wall" ? "†" : "×"; ends.push([letter + tail, X(run[0]), y]); return; }
        path += (path ? "V" + y : "M" + X(run[0]) + " " + y) + "H" + X(run[1]);
        if (+part[2]) sick += "M" + X(run[0]) + " " + y + "H" + X(run[1]);
        if (i === pieces.length - 1) ends.push([letter + (part[0] === "siberia" ? " s" : ""), X(run[1]), y]);
      });
      var line = svg("g", { class: "life" }, svg("title", {}, film.cards[letter].name), svg("path", { d: path || "M0 0", class: "wide" }), svg("path", { d: path || "M0 0" }), svg("path", { d: sick || "M0 0", class: "sick" }));
      picture.appendChild(line);
    });
    ends.sort(function (a, b) { return a[2] - b[2]; });
    ends.forEach(function (end, i) { // names that would lie upon each other stand side by side
      var x = end[1] + 3;
      ends.slice(0, i).forEach(function (other) { if (Math.abs(other[2] - end[2]) < 9 && Math.abs(other[3] - x) < 14) x = other[3] - 15; });
      end[3] = x;
      picture.appendChild(svg("text", { x: x, y: end[2] + 4, class: "label end" }, end[0]));
    });
  }

  function influence(picture, height) {
    function total(position, seat) {
      var sum = 0;
      Object.keys(position.s).forEach(function (letter) { shownOn(position, letter).forEach(function (one) { if (one[0] === seat) sum += one[1]; }); });
      return sum;
    }
    var most = 10, lines = film.seats.map(function (player, seat) {
      var found = runs(function (position) { return total(position, seat); });
      found.forEach(function (run) { most = Math.max(most, run[2]); });
      return found;
    });
    var Y = scale(picture, height, 0, Math.ceil(most / 10) * 10, most > 60 ? 20 : 10);
    var names = lines.map(function (found, seat) { return [Y(found[found.length - 1][2]) + 4, seat]; }), last = -9;
    names.sort(function (a, b) { return a[0] - b[0]; }).forEach(function (one) { one[0] = last = Math.max(one[0], last + 11); });
    for (var over = last - height, i = names.length - 1; over > 0 && i >= 0; i--) { // too low: the lowest go up again
      names[i][0] = Math.min(names[i][0], height - 11 * (names.length - 1 - i));
    }
    names.forEach(function (one) {
      picture.appendChild(svg("text", { x: width - RIGHT + 3, y: one[0], class: "label" }, film.seats[one[1]].initial));
    });
    lines.forEach(function (found, seat) {
      var path = found.map(function (run, i) { return (i ? "V" + Y(run[2]) : "M" + X(run[0]) + " " + Y(run[2])) + "H" + X(run[1]); }).join("");
      picture.appendChild(svg("path", { d: path, class: "share " + film.seats[seat].colour }, svg("title", {}, film.seats[seat].name)));
    });
  }
}
