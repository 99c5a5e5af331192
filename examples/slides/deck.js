/** Makes slides of the lecture, in the language of the address, `?lang=ko`, and starts reveal.js. A classic script, so that the deck opens from a disk, too. */
globalThis.startDeck = async (Reveal, plugins) => {
  const { title, slides } = globalThis.lecture;
  const asked = new URLSearchParams(location.search);
  const language = asked.get("lang") === "ko" ? "ko" : "en";
  document.documentElement.lang = language;
  document.title = title[language];

  const made = (name, text, attributes = {}) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
  };

  const slideOf = ({ id, title, lines = [], shown, element, say, ask }, position) => {
    const section = made("section", "", { "data-id": id });
    const slide = made("div", "", { class: element ? "slide" : "slide words" });
    slide.append(made(position === 0 ? "h1" : "h2", title[language]));
    for (const line of lines) slide.append(made("p", line[language], shown ? {} : { class: "fragment" }));
    if (element) {
      const [name, attributes] = element;
      slide.append(made(name, "", { fit: "", bare: "", ...attributes }));
    }
    if (position === 0) {
      const link = made("a", language === "en" ? "한국어" : "English", {
        href: language === "en" ? "?lang=ko" : "?lang=en",
        lang: language === "en" ? "ko" : "en",
      });
      const line = made("p", "");
      line.append(link);
      slide.append(line);
    }
    const notes = made("aside", "", { class: "notes" });
    notes.append(made("p", say[language]), made("p", `${language === "en" ? "Ask" : "질문"}: ${ask[language]}`));
    section.append(slide, notes);
    return section;
  };

  document.querySelector(".reveal .slides").append(...slides.map(slideOf));
  await Reveal.initialize({
    width: 1280,
    height: 720,
    margin: 0,
    center: false,
    hash: true,
    transition: "none",
    // A PDF has one page for each slide, in its last state.
    pdfSeparateFragments: false,
    pdfMaxPagesPerSlide: 1,
    plugins,
  });
  globalThis.deck = Reveal;
  document.documentElement.dataset.deck = "ready";
};
