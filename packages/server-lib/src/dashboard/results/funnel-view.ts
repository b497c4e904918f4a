import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { Funnel } from '../../shared/contract/resources.js';
import { byAuthor } from '../../shared/presentation/results/blocks.js';
import { bar, largest } from '../../shared/presentation/results/charts.js';
import { bars } from '../../web/hosted/charts.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';

/** Renders how many visits saw, started and sent an ask, and at which questions visitors stopped. Null before the first visit. */
export function funnelView(localizer: Localizer, funnel: Funnel): Html | null {
  if (funnel.counted_since === null) return null;
  return html`<section class="section" aria-labelledby="visits"><h2 id="visits">Visits</h2>${contentOf(localizer, funnel)}</section>`;
}

function contentOf(localizer: Localizer, funnel: Funnel): Html {
  const { counted_since, views, starts, completions, median_seconds, questions } = funnel;
  const most = largest([views, starts, completions]);
  const steps = [
    { label: 'Saw it', n: views },
    { label: 'Started', n: starts },
    { label: 'Sent an answer', n: completions },
  ].map(({ label, n }) =>
    bar({ label, share: n / most, figure: number(n), details: views > 0 ? [percent(Math.min(1, n / views))] : [] }),
  );
  const stops = questions
    .filter(({ shown }) => shown > 0)
    .map(({ label, shown, stopped }) =>
      bar({
        label: byAuthor(label),
        share: stopped / shown,
        figure: percent(stopped / shown),
        details: [`${number(stopped)} of ${count(shown, 'visit', 'visits')}`],
      }),
    );
  return html`<p class="muted">Visits to the widget and the hosted page in this period, by full days (UTC), whatever visitors answered. Programs and previews are not counted. Counting began on ${counted_since}.</p>
<div class="result-cards"><section class="card results"><h3>How far visits got</h3>${bars(localizer, { bars: steps })}${median_seconds !== null && html`<p>Median time from the start to the answer: ${duration(median_seconds)}</p>`}</section>
${stops.length > 0 && html`<section class="card results"><h3>Where visits stopped</h3><p class="muted">Of the visits that got to the question.</p>${bars(localizer, { bars: stops })}</section>`}</div>`;
}

function duration(seconds: number): string {
  if (seconds < 100) return count(seconds, 'second', 'seconds');
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? count(minutes, 'minute', 'minutes') : count(Math.round(minutes / 60), 'hour', 'hours');
}
