import type { PublicQuiz } from '../contract/resources.js';
import { clockTime } from './clock-time.js';
import type { Texts } from './texts.js';

/** Presents what visitors learn about a quiz before they start it. */
export function presentQuizFacts(
  { questions_count: n, time_limit_seconds: limit, pass_percentage: percentage }: PublicQuiz,
  t: Texts,
): string[] {
  const facts = [t('{n} question|{n} questions', { n })];
  if (limit !== null) facts.push(t('Time limit: {time}', { time: clockTime(limit) }));
  if (percentage !== null)
    facts.push(t('{percentage} is required to pass.', { percentage: t.percent(percentage / 100) }));
  return facts;
}
