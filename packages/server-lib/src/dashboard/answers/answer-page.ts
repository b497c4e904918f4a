import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { parseNote } from '../../core/answers/parse-note.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage, askPath } from '../home/ask-frame.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, formText, type SubmittedForm } from '../read-form.js';
import type { ReadAnswer } from './answer-table.js';
import { answerView } from './answer-view.js';
import { readAnswersQuery, writeAnswersQuery } from './answers-query.js';
import { toSelection } from './to-answer-list.js';

const noFields = z.strictObject({});
const noteForm = z.strictObject({ tags: formText.default(''), note: formText.default('') });

/** `/dashboard/asks/{id}/answers/{answer}`: one answer, its tags and its note. */
export function answerRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);

  async function find({ session, params }: OwnerRequest): Promise<{ ask: OwnerAsk; answer: ReadAnswer }> {
    const ask = await asks.find(session, params['id'] ?? '');
    const row = await ask.answers.findNoted(params['answer'] ?? '');
    if (!row) throw new AskwellError('not_found');
    return { ask, answer: ask.answers.table.read(row) };
  }

  async function show(request: OwnerRequest, form?: SubmittedForm, problem?: FormError): Promise<Reply> {
    const { ask, answer } = await find(request);
    const query = readAnswersQuery(request.exchange.query);
    const { columns } = ask.answers.table;
    const selection = toSelection(query, columns);
    const [newer, older] = await Promise.all([
      ask.answers.findNext(selection, answer.row.id, 'asc'),
      ask.answers.findNext(selection, answer.row.id, 'desc'),
    ]);
    const values = form?.values ?? { tags: answer.tags.join(', '), note: answer.note };
    const path = askPath(request.base, ask.id, 'answers');
    const body = answerView({ path, query, columns, answer, newer, older, values, problem });
    const isProblem = problem !== undefined;
    // The ID of the answer gives access to it, and its texts are those of a visitor.
    return page(askPage(request, ask, { tab: 'answers', body, isProblem }), { ...problem, echoesInput: true });
  }

  return [
    { path: '/dashboard/asks/{id}/answers/{answer}', get: guards.getAsOwner((request) => show(request)) },
    {
      path: '/dashboard/asks/{id}/answers/{answer}/note',
      post: guards.postDefinitionAsOwner((request, form) =>
        showErrors(
          async () => {
            const { ask, answer } = await find(request);
            const { tags, note } = parseNote(checkForm(noteForm, form));
            await ask.run(ask.operations.answers.update, { tags: [...tags], note }, { answer: answer.id });
            const query = readAnswersQuery(request.exchange.query);
            const path = `${askPath(request.base, ask.id, 'answers')}/${answer.id}`;
            return seeOther(`${path}${writeAnswersQuery(query, { notice: 'note-saved' })}`);
          },
          (problem) => show(request, form, problem),
        ),
      ),
    },
    {
      path: '/dashboard/asks/{id}/answers/{answer}/delete',
      post: guards.postAsOwner(async (request, form) => {
        const { ask, answer } = await find(request);
        checkForm(noFields, form);
        await ask.run(ask.operations.answers.delete, {}, { answer: answer.id });
        return seeOther(withNotice(askPath(request.base, ask.id, 'answers'), 'answer-deleted'));
      }),
    },
  ];
}
