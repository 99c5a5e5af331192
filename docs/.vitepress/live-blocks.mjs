/** A block of code with the language `html live` is drawn above its text: what can be copied is what is seen. */
export function liveBlocks(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    const text = fence(tokens, index, ...rest);
    return /^html live\s*$/.test(info.trim()) ? `<LiveElements>${content.trim()}</LiveElements>\n${text}` : text;
  };
}
