/** The theme of VitePress without its fonts, with the components that run the library and its elements in a page. */
import Theme from "vitepress/theme-without-fonts";
import LiveElements from "./LiveElements.vue";
import LiveExample from "./LiveExample.vue";
import "./style.css";

export default {
  extends: Theme,
  enhanceApp({ app }) {
    app.component("LiveElements", LiveElements);
    app.component("LiveExample", LiveExample);
  },
};
