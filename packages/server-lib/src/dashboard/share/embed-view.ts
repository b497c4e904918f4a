import { type Html, html } from '../../base/html.js';
import { code } from '../components.js';
import { embedWays } from './embed-snippets.js';
import type { ShareContext } from './share-context.js';

/** The ways to embed an ask. One is open at a time, also without JavaScript. */
export function embedSection(context: ShareContext): Html {
  const { ask } = context;
  const ways = embedWays(context).map(
    (
      { id, title, help, steps },
      index,
    ) => html`<details class="way" name="embed" id="embed-${id}"${index === 0 && html` open`}>
<summary><span>${title}</span></summary>
<div class="way-body"><p class="help">${help}</p>
${steps.map((step, number) => html`${step.title !== undefined && html`<p class="help">${step.title}</p>`}${code(`embed-${id}-${number}`, step.code, step.what)}`)}</div>
</details>`,
  );
  return html`<section class="section stacked" id="embed">
<h2>Embed on a website</h2>
${ask.shown.status === 'draft' && html`<p class="help">Other websites show a draft only after you open it.</p>`}
<div class="ways">${ways}</div>
${seen(context)}
</section>`;
}

/** Where the ask was loaded lately, to confirm that an embed works. */
function seen({ seenOrigins, now }: ShareContext): Html {
  if (seenOrigins.length === 0) {
    return html`<p class="seen help">Not seen on any website yet since the server started.</p>`;
  }
  const items = seenOrigins.map(
    ({ origin, at }) => html`<li>Seen on <bdi class="mono">${origin}</bdi> ${formatAge(now - at)}</li>`,
  );
  return html`<ul class="seen" id="seen">${items}</ul>
<p class="help">Browsers report the website when the widget loads. The server keeps this list until it restarts, and stores nothing of visitors.</p>`;
}

const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

const ageFormat = new Intl.RelativeTimeFormat('en');

/** Formats how long ago something was, such as `2 minutes ago`, in microseconds. */
export function formatAge(age: number): string {
  const seconds = age / 1_000_000;
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? [];
  return unit === undefined ? 'just now' : ageFormat.format(-Math.floor(seconds / length), unit);
}
