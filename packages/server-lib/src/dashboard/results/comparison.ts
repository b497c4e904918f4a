import { type Html, html } from '../../base/html.js';
import type { Block, Text } from '../../shared/presentation/results/blocks.js';
import type { ResultsView } from '../asks/owner-results.js';
import { count, table } from '../components.js';
import { number, percent } from '../numbers.js';

/** A value of the results, with the path to it: its sections and its label. */
interface ComparedValue {
  readonly path: readonly string[];
  readonly figure: string;
  /** From 0 to 1, for values of bars. */
  readonly share: number | null;
}

/** The maximum number of values in the table. */
const maxRows = 200;

/** Compares the results of a period with the results of the previous period, in a sentence and side by side. */
export function comparison(current: ResultsView, previous: ResultsView): Html {
  const before = new Map(valuesIn(previous.model.blocks).map((value) => [keyOf(value), value]));
  const rows = valuesIn(current.model.blocks)
    .slice(0, maxRows)
    .map((value) => {
      const earlier = before.get(keyOf(value));
      const label = value.path.map((part, at) => html`${at > 0 && ': '}<bdi>${part}</bdi>`);
      return [
        html`${label}`,
        html`${value.figure}`,
        html`${earlier?.figure ?? '–'}`,
        html`${changeOf(value, earlier)}`,
      ];
    });
  const columns = [{ label: 'Answer' }, { label: 'This period' }, { label: 'Period before' }, { label: 'Difference' }];
  return html`<section class="section" aria-labelledby="compared"><h2 id="compared">Compared with the period before</h2>
<p>${answersInWords(current.answers, previous.answers)}</p>
${rows.length > 0 && table('Results of both periods', columns, rows)}</section>`;
}

/** Returns the difference of two numbers of answers in a sentence. */
export function answersInWords(now: number, before: number): string {
  const answers = count(now, 'answer', 'answers');
  if (now === before) return `${answers}, as many as in the period before.`;
  const difference = Math.abs(now - before);
  const relative = before === 0 ? '' : ` (${now > before ? '+' : '−'}${percent(difference / before)})`;
  return `${answers}, ${number(difference)} ${now > before ? 'more' : 'fewer'} than the ${number(before)} in the period before${relative}.`;
}

function changeOf({ figure, share }: ComparedValue, earlier: ComparedValue | undefined): string {
  if (!earlier) return 'New';
  if (share === null || earlier.share === null) return figure === earlier.figure ? 'Equal' : 'Changed';
  const isPercentage = figure.endsWith('%') && earlier.figure.endsWith('%');
  // From the rounded figures, so that the difference is the one that readers compute.
  const points = (rounded(share) - rounded(earlier.share)) / 10;
  if (isPercentage ? points === 0 : share === earlier.share) return 'Equal';
  if (!isPercentage) return share > earlier.share ? 'Higher' : 'Lower';
  return `${count(Math.abs(points), 'point', 'points')} ${points > 0 ? 'higher' : 'lower'}`;
}

/** Returns a share in tenths of a percent. */
function rounded(share: number): number {
  return Math.round(1_000 * share);
}

function keyOf({ path }: ComparedValue): string {
  return JSON.stringify(path);
}

/** Returns the values of bars and figures. */
function valuesIn(blocks: readonly Block[], path: readonly string[] = []): ComparedValue[] {
  return blocks.flatMap((block): ComparedValue[] => {
    switch (block.type) {
      case 'section':
        return valuesIn(block.blocks, [...path, plain(block.title)]);
      case 'bars':
        // The bars of a histogram are relative to the longest one.
        if (block.isCompact) return [];
        return block.bars.map(({ label, figure, share }) => ({ path: [...path, plain(label)], figure, share }));
      case 'figures':
        return block.figures.map(({ name, value }) => ({ path: [...path, name], figure: value, share: null }));
      case 'stack':
        return block.rows.flatMap(({ label, parts }) =>
          parts.map(({ share, figure }, at) => ({
            path: [...path, plain(label), plain(block.options[at] ?? '')],
            figure,
            share,
          })),
        );
      default:
        return [];
    }
  });
}

function plain(text: Text): string {
  if (typeof text === 'string') return text;
  return 'author' in text ? text.author : text.map(plain).join('');
}
