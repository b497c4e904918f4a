import { type Html, html } from '../../base/html.js';

const [width, height, gap] = [84, 24, 2];

/** A small chart of the number of answers per day. Its text says the sum. */
export function sparkline(counts: readonly number[]): Html {
  const sum = counts.reduce((total, count) => total + count, 0);
  const highest = Math.max(1, ...counts);
  const step = width / counts.length;
  const bars = counts.map((count, at) => {
    const tall = count === 0 ? 1 : Math.max(2, Math.round((count / highest) * height));
    return html`<rect x="${at * step}" y="${height - tall}" width="${step - gap}" height="${tall}" rx="1"/>`;
  });
  return html`<span class="spark"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">${bars}</svg><span class="unseen">${sum} in 7 days</span></span>`;
}
