import type { TransferCounts } from './export-format.js';
import type { ImportPlan } from './plan-import.js';

const nouns: readonly [name: keyof TransferCounts, singular: string][] = [
  ['sites', 'site'],
  ['webhooks', 'webhook'],
  ['polls', 'poll'],
  ['quizzes', 'quiz'],
  ['forms', 'form'],
  ['answers', 'answer'],
  ['tickets', 'ticket'],
];

/** Returns counts in words: `1 site, 0 webhooks, 2 polls, 0 quizzes, 0 forms, 12 answers and 0 tickets`. */
export function describeCounts(counts: TransferCounts): string {
  const parts = nouns.map(([name, singular]) => `${counts[name]} ${counts[name] === 1 ? singular : name}`);
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Describes in sentences how an import affects IDs, visitors and webhooks. */
export function describeConsequences({
  ids,
  recognizesVisitors,
  counts,
}: Pick<ImportPlan, 'ids' | 'recognizesVisitors' | 'counts'>): string[] {
  const notExported = 'API keys, results links, passwords and sessions are not part of an export.';
  const disabled = 'Webhooks are disabled. To use one, rotate its secret and enable it.';
  const others = counts.webhooks > 0 ? [disabled, notExported] : [notExported];
  const strangers =
    'Visitors who have answered are not recognized and may answer once more. Tickets issued before are invalid.';
  if (ids === 'renew') return [`Polls, quizzes, forms and answers get new IDs. ${strangers}`, ...others];
  if (recognizesVisitors)
    return ['IDs stay the same. Visitors who have answered are recognized, and tickets stay valid.', ...others];
  return [`IDs stay the same. The export is from an instance with another secret: ${lowerFirst(strangers)}`, ...others];
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
