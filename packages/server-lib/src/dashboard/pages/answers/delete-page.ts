import { parseVoterRef } from '../../../asks/submit/voter-ref.js';
import type { Services } from '../../../assemble-services.js';
import { AskwellError } from '../../../errors.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { parseUrlencoded } from '../../../http/urlencoded.js';
import { ownMember } from '../../../inputs/own-member.js';
import { type Html, html } from '../../../web/html.js';
import type { OwnerAsk } from '../../asks/owner-ask.js';
import { createOwnerAsks } from '../../asks/owner-asks.js';
import { count, time } from '../../components.js';
import type { Guards } from '../../guards.js';
import { withNotice } from '../../notice.js';
import { page } from '../../page-reply.js';
import { valuesOf } from '../../read-form.js';
import { askPage, askPath } from '../ask-frame.js';
import { answerSummary } from './answer-summary.js';
import { hidden } from './filter-parts.js';

/** The maximum number of selected answers. A page has fewer. */
const maxSelected = 100;

/** The number of answers of a visitor that one read finds. */
const visitorBatchSize = 100;

/** The answers that are to be deleted. */
type Target =
  | { readonly type: 'selected'; readonly ids: readonly string[] }
  | { readonly type: 'visitor'; readonly voterRef: string; readonly voter: Uint8Array }
  | { readonly type: 'all' };

/** `/dashboard/asks/{id}/answers/delete`: confirms and deletes selected answers, those of a visitor, or all. */
export function deleteAnswersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  return [
    {
      path: '/dashboard/asks/{id}/answers/delete',
      get: guards.getAsOwner(async (request) => {
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const fields = parseUrlencoded(request.exchange.query, 'query');
        const target = readTarget((name) => toList(ownMember(fields, name)));
        const path = askPath(request.base, ask.id, 'answers');
        const body = target ? confirmation(path, target, await selectedAnswers(ask, target)) : nothingSelected(path);
        return page(askPage(request, ask, { tab: 'answers', body }), { echoesInput: true });
      }),
      post: guards.postAsOwner(async ({ session, params, exchange, base }, form) => {
        const ask = await asks.find(session, params['id'] ?? '');
        const target = readTarget((name) => valuesOf(form, name));
        if (!target) throw new AskwellError('not_found');
        return services.heavyRequests.run('job', session.scope.account, exchange, async () => {
          await deleteTarget(ask, target);
          return seeOther(withNotice(askPath(base, ask.id, 'answers'), 'answers-deleted'));
        });
      }),
    },
  ];
}

/** Reads what is to be deleted. Undefined if nothing is. */
function readTarget(valuesFor: (name: string) => readonly string[]): Target | undefined {
  const [voterRef] = valuesFor('voter_ref');
  const voter = voterRef === undefined ? undefined : parseVoterRef(voterRef);
  if (voterRef !== undefined && voter) return { type: 'visitor', voterRef, voter };
  const ids = valuesFor('answer').slice(0, maxSelected);
  if (ids.length > 0) return { type: 'selected', ids };
  return valuesFor('all')[0] === 'true' ? { type: 'all' } : undefined;
}

function toList(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

async function deleteTarget(ask: OwnerAsk, target: Target): Promise<void> {
  switch (target.type) {
    case 'all':
      return ask.answers.deleteAll();
    case 'visitor':
      return deleteVisitor(ask, target.voter);
    case 'selected':
      return deleteSelected(ask, target.ids);
  }
}

/** @throws AskwellError with the code `not_found` if none of the answers exists. */
async function deleteSelected(ask: OwnerAsk, ids: readonly string[]): Promise<void> {
  const rows = await Promise.all(ids.map((id) => ask.answers.find(id)));
  const found = new Set(rows.flatMap((row) => (row ? [row.id] : [])));
  if (found.size === 0) throw new AskwellError('not_found');
  await Promise.all([...found].map((id) => deleteIfThere(ask, id)));
}

async function deleteVisitor(ask: OwnerAsk, voter: Uint8Array): Promise<void> {
  const filter = { since: null, until: null, voter };
  for (;;) {
    const rows = await ask.answers.list(filter, { after: null, limit: visitorBatchSize, order: 'asc' });
    await Promise.all(rows.map(({ id }) => deleteIfThere(ask, id)));
    if (rows.length < visitorBatchSize) return;
  }
}

/** Deletes an answer that another request may have deleted since. */
async function deleteIfThere(ask: OwnerAsk, id: string): Promise<void> {
  try {
    await ask.answers.delete(id);
  } catch (error) {
    if (!(error instanceof AskwellError) || error.code !== 'not_found') throw error;
  }
}

/** Returns the summaries of the selected answers, so that the owner recognizes them. */
async function selectedAnswers({ answers }: OwnerAsk, target: Target): Promise<readonly Html[]> {
  if (target.type !== 'selected') return [];
  const rows = await Promise.all(target.ids.map((id) => answers.findNoted(id)));
  return rows.flatMap((row) => {
    if (!row) return [];
    const answer = answers.table.read(row);
    return [html`<li>${time(answer.createdAt)}: ${answerSummary(answers.table, answer)}</li>`];
  });
}

function confirmation(path: string, target: Target, selected: readonly Html[]): Html {
  const { title, submit, inputs } = describe(target);
  return html`<section class="card deletion"><h2>${title}</h2>
${selected.length > 0 && html`<ul class="bulleted">${selected}</ul>`}
<p>What happens:</p>
<ul class="bulleted"><li>The answers are deleted with their tags and notes. This cannot be undone.</li><li>The results no longer count them.</li><li>Their visitors may answer again, and their tickets can be used again.</li></ul>
<form method="post" action="${path}/delete">${inputs}
<div class="actions"><button class="button danger">${submit}</button><a class="button" href="${path}">Cancel</a></div></form></section>`;
}

function describe(target: Target): { title: string; submit: string; inputs: readonly (Html | null)[] } {
  switch (target.type) {
    case 'all':
      return { title: 'Delete all answers?', submit: 'Delete all answers', inputs: [hidden('all', 'true')] };
    case 'visitor':
      return {
        title: `Delete all answers of the visitor ${target.voterRef.slice(0, 8)}?`,
        submit: 'Delete answers of this visitor',
        inputs: [hidden('voter_ref', target.voterRef)],
      };
    case 'selected': {
      const answers = count(target.ids.length, 'answer', 'answers');
      return {
        title: `Delete ${answers}?`,
        submit: `Delete ${answers}`,
        inputs: target.ids.map((id) => hidden('answer', id)),
      };
    }
  }
}

function nothingSelected(path: string): Html {
  return html`<section class="card"><h2>No answers selected</h2><p>Select answers in the table first.</p><p class="actions"><a class="button" href="${path}">Back to the answers</a></p></section>`;
}
