export default {
  title: "Attention",
  root: "src",
  output: "dist",
  telemetry: false,
  // Fonts of others.
  globalStylesheets: [],
};
