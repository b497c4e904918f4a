import type { Funnel } from '../../shared/contract/resources.js';

/** A question that visitors get to. */
export interface CountedQuestion {
  readonly id: string;
  readonly label: string;
}

/** What a visit reports: the steps that it has reached since its last report. */
export interface FunnelReport {
  /** `view`, `start`, `complete`, `shown.` or `passed.` and the ID of a question. */
  readonly steps: readonly string[];
  /** The seconds from the start to the answer, in the report with `complete`. */
  readonly seconds?: number | undefined;
}

const dayLength = 24 * 3_600_000;

/** The number of buckets for each doubling of the time. The median is then at most 10 % off. */
const bucketsPerDoubling = 4;

/** Four weeks. Longer times count as this. */
const maxSeconds = 28 * 24 * 3_600;

/** Returns the steps of a report that the ask has, each once, and the bucket of its time. */
export function validSteps(questions: readonly CountedQuestion[], { steps, seconds }: FunnelReport): Set<string> {
  const known = new Set(['view', 'start', 'complete']);
  for (const { id } of questions) known.add(`shown.${id}`).add(`passed.${id}`);
  const valid = new Set(steps.filter((step) => known.has(step)));
  if (seconds !== undefined && seconds > 0 && valid.has('complete')) valid.add(`time.${bucketOf(seconds)}`);
  return valid;
}

function bucketOf(seconds: number): number {
  return Math.round(bucketsPerDoubling * Math.log2(Math.min(Math.max(seconds, 1), maxSeconds)));
}

/** Returns the funnel of counts by step. Reports can be lost, so that no question has more stops than visits. */
export function summarizeFunnel(
  questions: readonly CountedQuestion[],
  counts: readonly { readonly step: string; readonly n: number }[],
  firstDay: number | null,
): Funnel {
  const byStep = new Map(counts.map(({ step, n }) => [step, n]));
  const of = (step: string) => byStep.get(step) ?? 0;
  return {
    counted_since:
      firstDay === null ? null : new Date(firstDay * dayLength).toISOString().slice(0, 'yyyy-mm-dd'.length),
    views: of('view'),
    starts: of('start'),
    completions: of('complete'),
    median_seconds: medianOf(counts),
    questions: questions.map(({ id, label }) => {
      const shown = of(`shown.${id}`);
      return { id, label, shown, stopped: Math.max(0, shown - of(`passed.${id}`)) };
    }),
  };
}

function medianOf(counts: readonly { readonly step: string; readonly n: number }[]): number | null {
  const times = counts
    .flatMap(({ step, n }) => (step.startsWith('time.') ? [{ bucket: Number(step.slice('time.'.length)), n }] : []))
    .sort((a, b) => a.bucket - b.bucket);
  const total = times.reduce((sum, { n }) => sum + n, 0);
  let before = 0;
  const median = times.find(({ n }) => {
    before += n;
    return before * 2 >= total;
  });
  return median ? Math.round(2 ** (median.bucket / bucketsPerDoubling)) : null;
}
