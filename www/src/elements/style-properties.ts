import { noChange } from "lit";
import {
  Directive,
  type DirectiveParameters,
  directive,
  type ElementPart,
  type PartInfo,
  PartType,
} from "lit/directive.js";

/**
 * Sets style properties from script. The page's policy drops `style` attributes, and lit's style directive writes one on its first render.
 */
class StyleProperties extends Directive {
  private before: Readonly<Record<string, string>> = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("styleProperties stands on an element");
  }

  render(_properties: Readonly<Record<string, string>>): unknown {
    return noChange;
  }

  override update(part: ElementPart, [properties]: DirectiveParameters<this>): unknown {
    const { style } = part.element as HTMLElement | SVGElement;
    for (const name of Object.keys(this.before)) if (!(name in properties)) style.removeProperty(name);
    for (const [name, value] of Object.entries(properties)) {
      if (this.before[name] !== value) style.setProperty(name, value);
    }
    this.before = { ...properties };
    return noChange;
  }
}

export const styleProperties = directive(StyleProperties);
