/** The font of formulas as a `data:` address, from the style sheet of the page in one file, which would else hold it twice. Empty where it has none. */
const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule);
const ofFormulas = faces.find(({ style }) => style.getPropertyValue("font-family").includes("Attograph Math"));

export default /url\("?(data:font\/woff2[^")]*)/.exec(ofFormulas?.style.getPropertyValue("src") ?? "")?.[1] ?? "";
