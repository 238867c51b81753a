// A small portrait for each Politician, drawn from his letter, his age and his health.  The letter stands on his lapel.

var SKINS = ["#e9c3a0", "#dfb48c", "#f0cfae", "#d3a57c"], SICK = ["", "#d8cf9a", "#b9c394", "#b8b4aa"];
var HAIR = ["#3a2a20", "#54402e", "#2b2b2b", "#6b4a2a"], COATS = ["#4b4f46", "#3d4654", "#54453a", "#3f3f44", "#5a4a4a"];

function portrait(letter, age, crosses, ring) {
  var code = 0;
  for (var i = 0; i < letter.length; i++) code = code * 31 + letter.charCodeAt(i);
  function of(list, step) { return list[Math.floor(code / step) % list.length]; }
  var skin = crosses ? SICK[crosses] : of(SKINS, 1);
  var hair = age > 74 ? "#e8e6e0" : age > 64 ? "#a6a19a" : of(HAIR, 3);
  var hat = code % 5, beard = Math.floor(code / 5) % 4, glasses = Math.floor(code / 2) % 3 === 0;
  var parts = [
    svg("circle", { cx: 24, cy: 24, r: 23, class: "back " + ring }),
    svg("path", { d: "M5 46c1-10 8-14 19-14s18 4 19 14z", fill: of(COATS, 2) }),
    svg("path", { d: "M19 32l5 8 5-8z", fill: "#f4efe2" }),
    svg("rect", { x: 23, y: 34, width: 2, height: 8, fill: "#a3221c" }),
    svg("ellipse", { cx: 24, cy: 21, rx: 9.2, ry: 11.2, fill: skin })
  ];
  function add(tag, attributes) { parts.push(svg(tag, attributes)); }
  if (hat === 0) { // a fur cap
    add("path", { d: "M13 15c-1-9 23-9 22 0l1 6h-4l-1-4H17l-1 4h-4z", fill: "#4a3526" });
    add("path", { d: "M24 9l1 2.4h2.4l-2 1.5.8 2.4-2.2-1.5-2.2 1.5.8-2.4-2-1.5H23z", fill: "#d23b30" });
  } else if (hat === 1) { // a peaked cap
    add("path", { d: "M12 13c3-8 21-8 24 0l-2 3H14z", fill: "#59603f" });
    add("path", { d: "M14 15h20l-1 3c-6-1.600-12-1.600-18 0z", fill: "#23231f" });
  } else if (hat === 2) { // hair
    add("path", { d: "M14 20c-2-14 22-14 20 0-1-4-3-6-5-6-4 0-7 0-10 0-3 0-4 3-5 6z", fill: hair });
  } else if (hat === 3) { // little of it
    add("path", { d: "M14.600 22c-1-4 0-7 1-8-1 3 0 5 0 8zM33.400 22c1-4 0-7-1-8 1 3 0 5 0 8z", fill: hair });
  } else { // combed back
    add("path", { d: "M14.500 18c0-11 19-11 19 0-3-5-6-6-9.500-6s-7 1-9.500 6z", fill: hair });
  }
  var brow = age > 70 ? 2 : 1.3;
  add("path", { d: "M17.500 18.600h5M25.500 18.600h5", stroke: hair, "stroke-width": brow, fill: "none" });
  if (crosses > 2) add("path", { d: "M18.500 19.500l3 3m0-3l-3 3M26.500 19.500l3 3m0-3l-3 3", stroke: "#333", "stroke-width": 1 });
  else { add("circle", { cx: 20, cy: 21, r: 1.100, fill: "#222" }); add("circle", { cx: 28, cy: 21, r: 1.100, fill: "#222" }); }
  if (glasses) add("path", { d: "M17 21a3 3 0 0 0 6 0a3 3 0 0 0-6 0zm8 0a3 3 0 0 0 6 0a3 3 0 0 0-6 0zm-2 0h2", stroke: "#333", "stroke-width": 0.800, fill: "none" });
  if (beard === 0) add("path", { d: "M19 26c2-2 8-2 10 0-2 .8-8 .8-10 0z", fill: hair });
  if (beard === 1) add("path", { d: "M15.500 24c1 12 16 12 17 0-2 4-4 2-8.500 2s-6 2-8.500-2z", fill: hair });
  if (beard === 2) add("path", { d: "M21 30c1 5 5 5 6 0z", fill: hair });
  add("path", { d: crosses ? "M21 29c2-1.500 4-1.500 6 0" : "M21 28.200h6", stroke: "#7a3b2e", "stroke-width": 1.100, fill: "none" });
  return svg.apply(null, ["svg", { viewBox: "0 0 48 48", class: "face", "aria-hidden": "true", focusable: "false" }].concat(parts));
}
