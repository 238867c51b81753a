// Elements made by hand: text is always text, so that no name of a player or pack can be anything else.

var SVG = "http://www.w3.org/2000/svg";

function put(node, attributes, children) {
  Object.keys(attributes || {}).forEach(function (name) {
    var value = attributes[name];
    if (value === null || value === undefined || value === false) return;
    node.setAttribute(name, value === true ? "" : value);
  });
  children.forEach(function (child) {
    if (child === null || child === undefined || child === "") return;
    node.appendChild(typeof child === "object" ? child : document.createTextNode(String(child)));
  });
  return node;
}

function el(tag, attributes) {
  return put(document.createElement(tag), attributes, [].slice.call(arguments, 2));
}

function svg(tag, attributes) {
  return put(document.createElementNS(SVG, tag), attributes, [].slice.call(arguments, 2));
}

function id(name) { return document.getElementById(name); }

function fill(node) {
  node.textContent = "";
  [].slice.call(arguments, 1).forEach(function (child) {
    if (child !== null && child !== undefined) node.appendChild(typeof child === "object" ? child : document.createTextNode(String(child)));
  });
  return node;
}

function cut(value, least, most) { return Math.max(least, Math.min(most, value)); }
