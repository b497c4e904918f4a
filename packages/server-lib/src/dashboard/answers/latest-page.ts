import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import { findLatestAnswers, type LatestAnswer } from '../../core/answers/latest-answers.js';
import { answerPrefixes } from '../../core/ids.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { icons } from '../../web/ui/icons.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { type OwnerAsks, ownerAsksOf } from '../asks/owner-asks.js';
import { empty, pageHeading, table, time } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { kindLabel } from '../home/ask-labels.js';
import { askPath } from '../home/ask-path.js';
import { ownerPage } from '../layout/layout.js';
import { pageSize } from '../limits.js';
import { page } from '../page-reply.js';
import { answerSummary } from './answer-summary.js';
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
${listed.length > 0 || before !== null ? list(request.base, listed) : noAnswers(request.base)}
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

function list(base: string, listed: readonly Listed[]): Html {
  const columns = [{ label: 'Answer' }, { label: 'Poll, quiz or form' }, { label: 'Time' }];
  const rows = listed.map(({ ask, answer }) => {
    const answers = askPath(base, ask.id, 'answers');
    return [
      html`<a class="latest-text" href="${answers}/${answer.id}">${answerSummary(ask.answers.table, answer)}</a>`,
      html`<span><a class="name" dir="auto" href="${answers}">${ask.shown.title}</a> ${kindLabel(ask.kind)}</span>`,
      time(answer.createdAt),
    ];
  });
  return html`<div class="latest">${table('Latest answers', columns, rows, 'dense')}</div>`;
}

function noAnswers(base: string): Html {
  return empty({
    icon: icons.form,
    title: 'No answers yet',
    text: 'Answers to all your polls, quizzes and forms appear here.',
    action: html`<a class="button primary" href="${base}/dashboard">Show your polls, quizzes and forms</a>`,
  });
}

function pager(base: string, before: string | null, next: string | null): Html | null {
  if (before === null && next === null) return null;
  const path = `${base}/dashboard/answers`;
  return html`<nav class="actions pager" aria-label="Pages">${before !== null && html`<a class="button" href="${path}">First page</a>`}${next !== null && html`<a class="button" href="${path}?cursor=${next}" rel="next">Next page</a>`}</nav>`;
}
