/** Links the id of an algorithm, wherever a page writes it as code, to the page of that algorithm on a site in the folder `base`. */
export function linkNames(markdown, { ids, base }) {
  const inner = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (tokens, at, options, env, self) => {
    const text = inner(tokens, at, options, env, self);
    const id = tokens[at].content;
    const own = env.relativePath?.endsWith(`algorithms/${id}.md`);
    if (!ids.has(id) || own || withinLink(tokens, at)) return text;
    return `<a href="${base}algorithms/${id}.html">${text}</a>`;
  };
}

function withinLink(tokens, at) {
  const before = tokens.slice(0, at).map(({ type }) => type);
  return before.lastIndexOf("link_open") > before.lastIndexOf("link_close");
}
