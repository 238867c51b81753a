// A table is sorted by the heading that is clicked; without scripts it stands as it was written.
[].forEach.call(document.querySelectorAll("table"), function (table) {
  var heads = [].slice.call(table.querySelectorAll("thead th")), body = table.tBodies[0];
  function value(row, column) {
    var cell = row.cells[column], text = cell.dataset.value || cell.textContent.trim();
    return text !== "" && isFinite(text) ? +text : text.toLowerCase();
  }
  heads.forEach(function (head, column) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.appendChild(button);
    button.addEventListener("click", function () {
      var down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      [].slice.call(body.rows).sort(function (a, b) {
        var one = value(a, column), two = value(b, column), order = typeof one === typeof two ? (one < two ? -1 : one > two ? 1 : 0) : typeof one === "number" ? -1 : 1;
        return down ? -order : order;
      }).forEach(function (row) { body.appendChild(row); });
    });
  });
});
