import type { HtmlTagDescriptor, Plugin } from "vite";

export const PREVIEW: string;
export function previewTags(homepage: string | undefined): HtmlTagDescriptor[];
export function previewPlugin(): Plugin;
