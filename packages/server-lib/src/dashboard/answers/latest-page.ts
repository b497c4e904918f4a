import type { Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import { findLatestAnswers, type LatestAnswer } from '../../core/answers/latest-answers.js';
import { answerPrefixes } from '../../core/ids.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { icons } from '../../web/ui/icons.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { type OwnerAsks, ownerAsksOf } from '../asks/owner-asks.js';
import { age, empty, pageHeading, table } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { kindLabel } from '../home/ask-labels.js';
import { askPath } from '../home/ask-path.js';
import { ownerPage } from '../layout/layout.js';
import { pageSize } from '../limits.js';
import { page } from '../page-reply.js';
import { leadIn, type SummaryPart, summaryParts } from './answer-summary.js';
import type { ReadAnswer } from './answer-table.js';
import { readCursor } from './find-answers.js';

/** An answer with its ask. */
interface Listed {
  readonly ask: OwnerAsk;
  readonly answer: ReadAnswer;
}

/** `/dashboard/answers`: the latest answers to all asks. */
export function latestAnswersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  return [
    {
      path: '/dashboard/answers',
      get: guards.getAsOwner(async (request) => {
        const before = readCursor(request);
        const { scope } = request.session;
        const found = await findLatestAnswers(services.store, scope, { before, limit: pageSize + 1 });
        const shown = found.slice(0, pageSize);
        const listed = await readAnswers(request, asks, shown);
        const next = found.length > pageSize ? (shown.at(-1)?.id ?? null) : null;
        const body = html`${pageHeading('Answers', 'The latest answers to all your polls, quizzes and forms.')}
${listed.length > 0 || before !== null ? list(request.base, listed, services.clock.now()) : noAnswers(request.base)}
${pager(request.base, before, next)}`;
        return page(ownerPage(request, { title: 'Answers', entry: 'answers', body }), { echoesInput: true });
      }),
    },
  ];
}

/** Reads the answers and their asks. Omits deleted answers and asks. */
async function readAnswers(
  { session }: OwnerRequest,
  asks: OwnerAsks,
  found: readonly LatestAnswer[],
): Promise<Listed[]> {
  const ids = [...new Set(found.map(({ ask }) => ask))];
  const owned = new Map(
    await Promise.all(
      ids.map(async (id): Promise<[string, OwnerAsk | undefined]> => [id, await findAsk(asks, session, id)]),
    ),
  );
  const listed = await Promise.all(
    found.map(async ({ ask: askId, id }) => {
      const ask = owned.get(askId);
      const row = ask && (await ask.answers.findNoted(answerPrefixes[ask.kind] + id));
      return ask && row ? [{ ask, answer: ask.answers.table.read(row) }] : [];
    }),
  );
  return listed.flat();
}

async function findAsk(asks: OwnerAsks, session: OwnerRequest['session'], id: string): Promise<OwnerAsk | undefined> {
  try {
    return await asks.find(session, id);
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function list(base: string, listed: readonly Listed[], now: Micros): Html {
  const columns = [{ label: 'Answer' }, { label: 'Poll, quiz or form' }, { label: 'Time' }];
  const rows = listed.map(({ ask, answer }) => {
    const answers = askPath(base, ask.id, 'answers');
    const [first, ...others] = summaryParts(ask.answers.table, answer).map(nameNumber);
    return [
      html`<a class="name" dir="auto" href="${answers}/${answer.id}">${first ?? 'Empty answer'}</a>${
        others.length > 0 &&
        html` <span class="detail">${others.map((text, at) => [at > 0 && ' · ', html`<bdi>${text}</bdi>`])}</span>`
      }`,
      html`<a class="latest-ask" dir="auto" href="${answers}">${ask.shown.title}</a> ${kindLabel(ask.kind)}`,
      age(answer.createdAt, now),
    ];
  });
  return html`<div class="latest">${table('Latest answers', columns, rows, 'dense')}</div>`;
}

/** Returns a value, with its label if it is a number, which says nothing alone. The page of the answer has all labels. */
function nameNumber({ label, text }: SummaryPart): string {
  return /^\d+([.,]\d+)?(\s?%)?$/.test(text) ? `${leadIn(label)} ${text}` : text;
}

function noAnswers(base: string): Html {
  return empty({
    icon: icons.form,
    title: 'No answers yet',
    text: 'Create a poll, quiz or form, and share its link. Each answer appears here as soon as it is given.',
    action: html`<a class="button primary" href="${base}/dashboard/asks/new">Create a poll, quiz or form</a>`,
  });
}

function pager(base: string, before: string | null, next: string | null): Html | null {
  if (before === null && next === null) return null;
  const path = `${base}/dashboard/answers`;
  return html`<nav class="actions pager" aria-label="Pages">${before !== null && html`<a class="button" href="${path}">First page</a>`}${next !== null && html`<a class="button" href="${path}?cursor=${next}" rel="next">Next page</a>`}</nav>`;
}
