import { type Html, html } from '../../base/html.js';

/** The content of an email, which is sent as plain text and as HTML. */
export interface EmailContent {
  /** The language, such as `de`. */
  readonly lang: string;
  /** The direction in which the language is written. */
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Labels with values, such as questions with answers. */
  readonly facts?: readonly Fact[];
  readonly action?: Link;
  /** Small print: why the recipient gets this, and how to end it. */
  readonly footer: readonly (string | Link)[];
}

/** A label with a value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** A page with more about it. */
  readonly url?: string;
}

/** A link with its text. */
export interface Link {
  readonly text: string;
  readonly url: string;
}

/** Renders an email as plain text. */
export function renderText({ title, paragraphs, facts = [], action, footer }: EmailContent): string {
  const parts = [
    title,
    ...paragraphs,
    ...facts.map(({ label, value, url }) => `${label}\n${indent(url === undefined ? value : `${value}\n${url}`)}`),
    ...(action ? [`${action.text}:\n${action.url}`] : []),
    ['-- ', ...footer.map((part) => (typeof part === 'string' ? part : `${part.text}: ${part.url}`))].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

const styles = {
  body: 'margin:0;padding:24px;background:#f4f5f7;color:#1c2430',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;font:16px/1.5 system-ui,sans-serif',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  label: 'margin:16px 0 0;color:#4a5565;font-size:14px',
  value: 'margin:0;white-space:pre-wrap;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:10px 16px;background:#1f4fd8;color:#ffffff;border-radius:6px;text-decoration:none',
  link: 'color:#1f4fd8',
  footer: 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d9dde3;color:#4a5565;font-size:14px',
};

/** Renders an email as HTML. Styles are attributes, because many programs ignore style sheets. */
export function renderHtml({ lang, dir, title, paragraphs, facts = [], action, footer }: EmailContent): string {
  const factList =
    facts.length > 0 &&
    html`<dl style="margin:0">${facts.map(
      ({ label, value, url }) =>
        html`<dt style="${styles.label}" dir="auto">${label}</dt><dd style="${styles.value}" dir="auto">${url === undefined ? value : html`<a style="${styles.link}" href="${url}">${value}</a>`}</dd>`,
    )}</dl>
`;
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="${styles.body}">
<div style="${styles.card}" role="article" aria-label="${title}">
<h1 style="${styles.title}" dir="auto">${title}</h1>
${paragraphs.map((text) => html`<p style="margin:0 0 16px;white-space:pre-wrap" dir="auto">${text}</p>\n`)}${factList}${
  action && html`<p style="margin:24px 0 0"><a style="${styles.button}" href="${action.url}">${action.text}</a></p>\n`
}<p style="${styles.footer}">${joinLines(footer)}</p>
</div>
</body>
</html>
`.markup;
}

function joinLines(parts: EmailContent['footer']): Html[] {
  return parts.map((part, at) => {
    const line =
      typeof part === 'string' ? html`${part}` : html`<a style="${styles.link}" href="${part.url}">${part.text}</a>`;
    return at === 0 ? line : html`<br>${line}`;
  });
}
