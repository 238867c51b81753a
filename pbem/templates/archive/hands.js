// Keys, mouse and touch.

function help(open) {
  var box = id("help");
  if (open && !box.open) { if (box.showModal) box.showModal(); else box.setAttribute("open", ""); }
  if (!open && box.open) { if (box.close) box.close(); else box.removeAttribute("open"); }
}

var KEYS = {
  ArrowRight: function (event) { if (event.shiftKey) phase(1); else step(1); }, ArrowLeft: function (event) { if (event.shiftKey) phase(-1); else step(-1); },
  PageDown: function () { phase(1); }, PageUp: function () { phase(-1); },
  Home: function () { go(stops[0]); }, End: function () { go(stops[stops.length - 1]); },
  " ": function () { play(!playing); }, "?": function () { help(true); }, "/": function () { tab("story"); id("search").focus(); },
  "0": function () { look("table"); }, "9": function () { look("all"); }
};

document.addEventListener("keydown", function (event) {
  if (event.ctrlKey || event.metaKey || event.altKey || id("help").open) return;
  var where = event.target, tag = where.tagName;
  if (tag === "SELECT" || (tag === "INPUT" && where.type !== "range" && where.type !== "checkbox")) return;
  if (event.key === " " && (tag === "BUTTON" || tag === "A" || where.type === "checkbox")) return;
  if (where.getAttribute && where.getAttribute("role") === "tab" && /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && !event.shiftKey) return tabs(event);
  if (/^Page/.test(event.key) && where.closest && where.closest("#chronicle")) return; // it scrolls
  var deed = KEYS[event.key];
  if (/^[1-8]$/.test(event.key) && film.seats[+event.key - 1]) deed = function () { look(String(+event.key - 1)); };
  if (!deed) return;
  event.preventDefault();
  if (playing && event.key !== " " && !/^[0-9]$/.test(event.key)) play(false);
  deed(event);
});

function tabs(event) {
  var all = [].slice.call(document.querySelectorAll("[role=tab]")), here = all.indexOf(event.target);
  var next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: all.length - 1 }[event.key];
  next = all[(next + all.length) % all.length];
  event.preventDefault();
  tab(next.id.slice(4));
  next.focus();
}

function press(name, deed) { id(name).addEventListener("click", function () { if (name !== "play" && playing) play(false); deed(); }); }
press("back", function () { step(-1); });
press("on", function () { step(1); });
press("phase-back", function () { phase(-1); });
press("phase-on", function () { phase(1); });
press("play", function () { play(!playing); });
press("ask", function () { help(true); });
press("shut-help", function () { help(false); });
id("slider").addEventListener("input", function () { if (playing) play(false); go(stops[+id("slider").value]); });
id("eyes").addEventListener("change", function () { look(id("eyes").value); });
id("undone").addEventListener("change", function () { undone = id("undone").checked; sift(); go(at); });
[].forEach.call(document.querySelectorAll("[role=tab]"), function (button) { button.addEventListener("click", function () { tab(button.id.slice(4)); }); });
document.addEventListener("click", function (event) {
  var link = event.target.closest && event.target.closest("a.n");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  goNumber(+link.getAttribute("href").slice(1));
});
window.addEventListener("hashchange", function () { if (+location.hash.slice(1) && +location.hash.slice(1) !== frames[at].n) goNumber(+location.hash.slice(1)); });
window.addEventListener("resize", function () { charts.show(at); story.follow(); });

// A stroke over the board winds by one event.
var touch = null;
id("board").addEventListener("touchstart", function (event) { touch = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, { passive: true });
id("board").addEventListener("touchend", function (event) {
  if (!touch) return;
  var x = event.changedTouches[0].clientX - touch[0], y = event.changedTouches[0].clientY - touch[1];
  if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) { play(false); step(x < 0 ? 1 : -1); }
  touch = null;
}, { passive: true });

// The years, the eyes, and where to begin.
(function () {
  var opened = {}, buttons = [];
  frames.forEach(function (frame, i) {
    var turn = positions[i].t[0];
    if (frame.u || opened[turn] || !turn) return;
    opened[turn] = true;
    var button = el("button", { type: "button", "data-turn": turn, title: "To the beginning of " + (film.year + turn - 1) }, "’" + String(film.year + turn - 1).slice(2));
    button.addEventListener("click", function () { if (playing) play(false); go(i); });
    buttons.push([button, i]);
    id("years").appendChild(button);
  });
  buttons.forEach(function (one, which) { // as wide as the year is long
    one[0].style.flexGrow = (which + 1 < buttons.length ? buttons[which + 1][1] : frames.length) - one[1];
  });
  if (buttons.length) id("years").insertBefore(el("span", {}), buttons[0][0]).style.flex = buttons[0][1] + " 1 0";
  film.seats.forEach(function (player, seat) { id("eyes").appendChild(el("option", { value: seat, disabled: !film.opened }, seat + 1 + " · " + player.name)); });
  id("eyes").appendChild(el("option", { value: "all", disabled: !film.opened }, "9 · everyone"));
  id("undone").parentNode.hidden = !frames.some(function (frame) { return frame.u; });
  sift();
  tab("story");
  var wanted = +location.hash.slice(1);
  at = stops[0];
  if (wanted) goNumber(wanted); else go(stops[film.over ? Math.min(1, stops.length - 1) : stops.length - 1]);
  look("table");
  window.scrollTo(0, 0);
})();
