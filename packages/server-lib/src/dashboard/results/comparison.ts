import { type Html, html } from '../../base/html.js';
import type { Block, Text } from '../../shared/presentation/results/blocks.js';
import type { ResultsView } from '../asks/owner-results.js';
import { count, table } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import type { AppliedFilters, ComparedAnswers } from './results-query.js';

/** A value of the results, with the path to it: its sections and its label. */
interface ComparedValue {
  readonly path: readonly string[];
  readonly figure: string;
  /** From 0 to 1, for values of bars. */
  readonly share: number | null;
}

/** The maximum number of values in the table. */
const maxRows = 200;

/** The groups of answers that are compared. */
interface ComparedGroups extends Pick<AppliedFilters, 'choice'> {
  readonly compared: ComparedAnswers;
}

/** Compares the results of a group of answers with the results of another one, in a sentence and side by side. */
export function comparison(current: ResultsView, other: ResultsView, groups: ComparedGroups): Html {
  const { title, names, sentence } = wordsOf(current.answers, other.answers, groups);
  const before = new Map(valuesIn(other.model.blocks).map((value) => [keyOf(value), value]));
  const rows = valuesIn(current.model.blocks)
    .slice(0, maxRows)
    .map((value) => {
      const earlier = before.get(keyOf(value));
      const label = value.path.map((part, at) => html`${at > 0 && ': '}<bdi>${part}</bdi>`);
      return [
        html`${label}`,
        html`${value.figure}`,
        html`${earlier?.figure ?? '–'}`,
        html`${changeOf(value, earlier, groups)}`,
      ];
    });
  const columns = ['Answer', ...names, 'Difference'].map((label) => ({ label }));
  return html`<section class="section" aria-labelledby="compared"><h2 id="compared">${title}</h2>
<p>${sentence}</p>
${rows.length > 0 && html`<div class="compared">${table('Results side by side', columns, rows, 'dense')}</div>`}</section>`;
}

/** Returns the heading of a comparison, the names of both groups, and their numbers of answers in a sentence. */
function wordsOf(now: number, before: number, { choice, compared }: ComparedGroups) {
  if (compared.type === 'period') {
    const names = ['This period', 'Period before'];
    return { title: 'Compared with the period before', names, sentence: html`${answersInWords(now, before)}` };
  }
  const own = choice?.label ?? '';
  const others = compared.choice?.label ?? 'All others';
  const rest = compared.choice
    ? html`${number(before)} with “<bdi>${others}</bdi>”`
    : html`${number(before)} without it`;
  return {
    title: compared.choice ? 'Compared with another answer' : 'Compared with all other answers',
    names: [own, others],
    sentence: html`${count(now, 'answer', 'answers')} with “<bdi>${own}</bdi>”, ${rest}.`,
  };
}

/** Returns the difference of two numbers of answers in a sentence. */
export function answersInWords(now: number, before: number): string {
  const answers = count(now, 'answer', 'answers');
  if (now === before) return `${answers}, as many as in the period before.`;
  const difference = Math.abs(now - before);
  const relative = before === 0 ? '' : ` (${now > before ? '+' : '−'}${percent(difference / before)})`;
  return `${answers}, ${number(difference)} ${now > before ? 'more' : 'fewer'} than the ${number(before)} in the period before${relative}.`;
}

function changeOf(
  { figure, share }: ComparedValue,
  earlier: ComparedValue | undefined,
  { compared }: ComparedGroups,
): string {
  if (!earlier) return compared.type === 'period' ? 'New' : '–';
  if (share === null || earlier.share === null) return figure === earlier.figure ? 'Equal' : 'Changed';
  const isPercentage = figure.endsWith('%') && earlier.figure.endsWith('%');
  // From the rounded figures, so that the difference is the one that readers compute.
  const points = rounded(share) - rounded(earlier.share);
  if (isPercentage ? points === 0 : share === earlier.share) return 'Equal';
  if (!isPercentage) return averageChange(share - earlier.share, figure, earlier.figure);
  return `${count(Math.abs(points), 'point', 'points')} ${points > 0 ? 'higher' : 'lower'}`;
}

/** Returns the difference of two averages such as "4.2 of 5", from the rounded figures too. */
function averageChange(direction: number, figure: string, earlier: string): string {
  const word = direction > 0 ? 'higher' : 'lower';
  const difference = Math.abs(Number.parseFloat(figure) - Number.parseFloat(earlier));
  return Number.isFinite(difference) && difference > 0 ? `${number(difference)} ${word}` : `Slightly ${word}`;
}

/** Returns a share in percent, with one decimal as in its figure. */
function rounded(share: number): number {
  return Math.round(1000 * share) / 10;
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
        return block.bars.map(({ label, figure, details, share }) => ({
          path: [...path, plain(label)],
          // The bars of a ranked poll have their percentage below the number of first choices.
          figure: figure.endsWith('%') ? figure : (details.find((text) => text.endsWith('%')) ?? figure),
          share,
        }));
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
