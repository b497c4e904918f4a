import { type Html, html } from '../../base/html.js';
import {
  type Fill,
  parseInlineText,
  parseRichText,
  plainLabel,
  type RichElement,
  type RichNode,
} from '../../shared/presentation/rich-text.js';

interface RichTextOptions {
  /** The class of each paragraph and list. */
  readonly className?: string;
  readonly fill?: Fill | undefined;
}

/** Renders a text of an author, such as a description, as paragraphs and lists. Null if there is no text. */
export function richText(
  text: string | null | undefined,
  { className = 'authored', fill }: RichTextOptions = {},
): Html | null {
  if (!text) return null;
  return html`${parseRichText(text).map((block) => renderNode(block, html` class="${className}" dir="auto"`, fill))}`;
}

/** Renders a label of an author, with its marks. */
export function inlineText(text: string, fill?: Fill): Html {
  return html`${parseInlineText(text).map((node) => renderNode(node, null, fill))}`;
}

/** Returns a label of an author as text, and with its marks. */
export function labelWithMarks(label: string, fill?: Fill): { label: string; markup: Html } {
  return { label: plainLabel(label, fill), markup: inlineText(label, fill) };
}

function renderNode(node: RichNode, attributes: Html | null, fill: Fill | undefined): Html {
  if (typeof node === 'string') return html`${fill?.(node) ?? node}`;
  const { tag, content, start } = node;
  if (tag === 'br') return html`<br>`;
  const more = start !== undefined && html` start="${start}"`;
  return html`<${tag}${attributes}${linkAttributes(node)}${more}>${content.map((child) => renderNode(child, null, fill))}</${tag}>`;
}

/** The attributes of a link. It opens in a new tab, so that no answer is lost. */
function linkAttributes({ url }: RichElement): Html | null {
  if (url === undefined) return null;
  return html` href="${url}" rel="noopener noreferrer"${/^http/i.test(url) && html` target="_blank"`}`;
}
