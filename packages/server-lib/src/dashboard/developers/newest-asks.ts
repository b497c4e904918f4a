import type { AskFilter } from '../../core/asks/list-queries.js';
import type { PageRequest } from '../../db/paging.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Scope } from '../../owners/access/scope.js';
import type { Poll } from '../../shared/contract/resources.js';
import { pollPlaceholder } from '../home/embedding.js';

/** The IDs of an owner's newest poll, quiz and form, for examples. A placeholder replaces a missing ID. */
export interface NewestAsks {
  readonly poll: string;
  readonly quiz: string;
  readonly form: string;
  /** The JSON of a vote that the poll accepts. */
  readonly vote: string;
}

const anyAsk: AskFilter = { site: null, status: null, q: null };
const newest: PageRequest<number> = { after: null, limit: 1, order: 'desc' };

export async function findNewestAsks({ polls, quizzes, forms }: Services, scope: Scope): Promise<NewestAsks> {
  const [[poll], [quiz], [form]] = await Promise.all([
    polls.asks.list(scope, anyAsk, newest),
    quizzes.asks.list(scope, anyAsk, newest),
    forms.asks.list(scope, anyAsk, newest),
  ]);
  return {
    poll: poll ? polls.asks.wireId(poll.ask) : pollPlaceholder,
    quiz: quiz ? quizzes.asks.wireId(quiz.ask) : 'quiz_…',
    form: form ? forms.asks.wireId(form.ask) : 'form_…',
    vote: poll ? exampleVote(polls.asks.show(poll)) : '{"choices": ["o1"]}',
  };
}

/** Returns the JSON of a vote for the first options, or for the highest rating of the first one. */
function exampleVote({ options, scale, min_choices }: Poll): string {
  if (scale) return `{"ratings": {"${options[0]?.id}": ${scale.max}}}`;
  const choices = options.slice(0, min_choices ?? 1).map(({ id }) => `"${id}"`);
  return `{"choices": [${choices.join(', ')}]}`;
}
