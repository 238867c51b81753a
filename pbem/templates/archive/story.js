// The chronicle: it follows the film, can be clicked, and can be searched.

function Story(film, go) {
  var box = id("chronicle"), paragraphs = [].slice.call(box.querySelectorAll("p[data-n]")), now = null, follow = true;
  var numbers = [], high = 0;
  paragraphs.forEach(function (p) { high = Math.max(high, +p.dataset.n); numbers.push(high); p.removeAttribute("id"); });

  box.addEventListener("click", function (event) {
    var p = event.target.closest("p[data-n]");
    if (!p || String(window.getSelection())) return;
    event.preventDefault();
    if (+p.dataset.n) go(+p.dataset.n, !!p.classList.contains("undone"));
  });

  // The last paragraph that begins at this event or before.
  this.show = function (frame) {
    var reached = frame.e || frame.n, low = 0, above = numbers.length;
    while (low < above) { var middle = (low + above) >> 1; if (numbers[middle] <= reached) low = middle + 1; else above = middle; }
    var next = low ? paragraphs[low - 1] : null;
    if (next !== now) {
      if (now) { now.classList.remove("now"); now.removeAttribute("aria-current"); }
      if (next) { next.classList.add("now"); next.setAttribute("aria-current", "true"); }
      now = next;
    }
    this.follow();
  };

  // Only the box scrolls, never the page.
  this.follow = function () {
    if (!now || !follow || !box.clientHeight || box.scrollHeight <= box.clientHeight) return;
    var top = now.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    box.scrollTop = Math.max(0, top - box.clientHeight / 3);
  };

  // Searching: what does not hold the words goes; Enter leaps to the next that does.
  var field = id("search"), hits = [], hit = -1;
  function search() {
    var words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    hits = []; hit = -1;
    paragraphs.forEach(function (p) {
      var text = p.textContent.toLowerCase(), there = words.every(function (word) { return text.indexOf(word) >= 0; });
      p.hidden = words.length > 0 && !there;
      if (words.length && there) hits.push(p);
    });
    [].forEach.call(box.querySelectorAll("section"), function (part) { part.hidden = words.length > 0 && !part.querySelector("p:not([hidden])"); });
    id("hits").textContent = words.length ? hits.length + " found" : "";
    follow = !words.length;
  }
  field.addEventListener("input", search);
  field.addEventListener("keydown", function (event) {
    event.stopPropagation();
    if (event.key === "Escape") { field.value = ""; search(); field.blur(); }
    if (event.key !== "Enter" || !hits.length) return;
    event.preventDefault();
    hit = (hit + (event.shiftKey ? hits.length - 1 : 1)) % hits.length;
    if (+hits[hit].dataset.n) go(+hits[hit].dataset.n, hits[hit].classList.contains("undone"));
    hits[hit].scrollIntoView({ block: "nearest" });
  });
}
