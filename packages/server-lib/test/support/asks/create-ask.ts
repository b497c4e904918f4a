import { call } from '../http/http-client.js';
import { textIdIn } from '../http/parse-replies.js';
import type { Requests } from '../http/requests.js';

/** A kind of ask, as paths name it. */
export type Plural = 'polls' | 'quizzes' | 'forms';

/** The name of the answers in the paths of each kind. */
export const answersOf = { polls: 'votes', quizzes: 'attempts', forms: 'submissions' } as const;

/** A short valid definition of each kind. */
export const drafts: Readonly<Record<Plural, object>> = {
  polls: { title: 'Lunch?', options: ['Soup', 'Salad'] },
  quizzes: { title: 'Capitals', questions: [{ type: 'boolean', prompt: 'Is Paris one?', answer: true }] },
  forms: { title: 'Contact', fields: [{ type: 'short_text', label: 'Name' }] },
};

/**
 * Creates a poll, quiz or form with a request and returns its ID.
 *
 * @param draft Members that differ from a short valid definition.
 * @throws {Error} If the server refuses it.
 */
export async function createAsk(
  server: Requests,
  key: string | undefined,
  plural: Plural,
  draft: object = {},
): Promise<string> {
  const reply = await call(server, 'POST', `/api/v1/${plural}`, { key, body: { ...drafts[plural], ...draft } });
  if (reply.status !== 201) throw new Error(`POST /api/v1/${plural} was answered ${reply.status}: ${reply.text}`);
  return textIdIn(reply);
}
