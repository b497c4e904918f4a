import { type Html, html } from '../../base/html.js';
import type { MathElement } from '../../shared/contract/resources.js';
import { quizTokens } from '../../shared/presentation/quiz-tokens.js';
import {
  type Fill,
  parseInlineText,
  parseRichText,
  plainText,
  type RichElement,
  type RichNode,
} from '../../shared/presentation/rich-text.js';

/** How texts of authors are rendered. */
export interface TextOptions {
  readonly fill?: Fill | undefined;
  /** The MathML of the formulas, by their TeX. Only texts of quizzes have formulas. */
  readonly formulas?: ReadonlyMap<string, MathElement> | undefined;
}

interface BlockOptions extends TextOptions {
  /** The class of each paragraph and list. */
  readonly className?: string;
}

/** Returns the tokens of texts. Undefined for the ones of most texts. */
export const tokensFor = ({ formulas }: Pick<TextOptions, 'formulas'>): RegExp | undefined => formulas && quizTokens;

/** Renders a text of an author, such as a description, as paragraphs and lists. Null if there is no text. */
export function richText(
  text: string | null | undefined,
  { className = 'authored', ...options }: BlockOptions = {},
): Html | null {
  if (!text) return null;
  return html`${parseRichText(text, tokensFor(options)).map((block) => renderNode(block, html` class="${className}"`, options))}`;
}

/** Renders a label of an author, with its marks. */
export function inlineText(text: string, options: TextOptions = {}): Html {
  return html`${parseInlineText(text, tokensFor(options)).map((node) => renderNode(node, null, options))}`;
}

/** Returns a label of an author without its marks. */
export function plainLabelText(label: string, options: TextOptions): string {
  return plainText(parseInlineText(label, tokensFor(options)), options);
}

/** Returns a label of an author as text, and with its marks. */
export function labelWithMarks(label: string, options: TextOptions = {}): { label: string; markup: Html } {
  return { label: plainLabelText(label, options), markup: inlineText(label, options) };
}

/** @param block The attributes of a block. Null in a label, which can only have elements of a line. */
function renderNode(node: RichNode, block: Html | null, options: TextOptions): Html {
  if (typeof node === 'string') return html`${options.fill?.(node) ?? node}`;
  const { tag, content, start, formula } = node;
  if (tag === 'br') return html`<br>`;
  const tree = formula === undefined ? undefined : options.formulas?.get(formula);
  if (tree) return mathHtml(tree);
  if (tag === 'pre') {
    const code = plainText(content);
    return block
      ? html`<pre${block} tabindex="0"><code>${code}</code></pre>`
      : html`<code class="lines" tabindex="0">${code}</code>`;
  }
  const direction = block && html` dir="auto"`;
  const more = start !== undefined && html` start="${start}"`;
  return html`<${tag}${block}${direction}${linkAttributes(node)}${more}>${content.map((child) => renderNode(child, null, options))}</${tag}>`;
}

function mathHtml({ tag, attributes = {}, content }: MathElement): Html {
  const written = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
  return html`<${tag}${written}>${content.map((part) => (typeof part === 'string' ? part : mathHtml(part)))}</${tag}>`;
}

/** The attributes of a link. It opens in a new tab, so that no answer is lost. */
function linkAttributes({ url }: RichElement): Html | null {
  if (url === undefined) return null;
  return html` href="${url}" rel="noopener noreferrer"${/^http/i.test(url) && html` target="_blank"`}`;
}
