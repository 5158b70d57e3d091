/* Runs before the first paint, so that nobody sees the wrong theme for a moment. */
(function () {
  var root = document.documentElement;
  var prefs = {};
  try {
    prefs = JSON.parse(localStorage.getItem("rufen.prefs") || "{}") || {};
  } catch (e) {
    prefs = {};
  }
  var dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = prefs.theme === "dark" || prefs.theme === "light" ? prefs.theme : dark ? "dark" : "light";
  if (root.dataset.theme === "dark") document.querySelector('meta[name="theme-color"]').content = "#171217";
  if (prefs.palette === "cvd") root.dataset.palette = "cvd";
  if (prefs.faces === "french") root.dataset.faces = "french";
  root.dataset.speed = prefs.speed || "normal";
})();
