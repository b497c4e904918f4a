import { askOperations } from '../../api/asks/ask-operations.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Poll } from '../../shared/contract/resources.js';
import type { OwnerRequest } from '../guards.js';

/** The IDs of an owner's newest poll, quiz and form, for examples. A placeholder replaces a missing ID. */
export interface NewestAsks {
  readonly poll: string;
  readonly quiz: string;
  readonly form: string;
  /** The JSON of a vote that the poll accepts. */
  readonly vote: string;
}

const newest = { limit: 1 };

export async function findNewestAsks(
  { polls, quizzes, forms }: Services,
  { list }: Pick<OwnerRequest, 'list'>,
): Promise<NewestAsks> {
  const [[poll], [quiz], [form]] = await Promise.all([
    list(askOperations(polls).list, newest),
    list(askOperations(quizzes).list, newest),
    list(askOperations(forms).list, newest),
  ]);
  return {
    poll: poll?.id ?? 'poll_…',
    quiz: quiz?.id ?? 'quiz_…',
    form: form?.id ?? 'form_…',
    vote: poll ? exampleVote(poll) : '{"choices": ["o1"]}',
  };
}

/** Returns the JSON of a vote for the first options, or for the highest rating of the first one. */
function exampleVote({ options, scale, min_choices }: Poll): string {
  if (scale) return `{"ratings": {"${options[0]?.id}": ${scale.max}}}`;
  const choices = options.slice(0, min_choices ?? 1).map(({ id }) => `"${id}"`);
  return `{"choices": [${choices.join(', ')}]}`;
}
