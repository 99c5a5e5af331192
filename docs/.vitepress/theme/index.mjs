/** The theme of VitePress without its fonts, with the component that runs the library in a page. */
import Theme from "vitepress/theme-without-fonts";
import LiveExample from "./LiveExample.vue";
import "./style.css";

export default {
  extends: Theme,
  enhanceApp({ app }) {
    app.component("LiveExample", LiveExample);
  },
};
