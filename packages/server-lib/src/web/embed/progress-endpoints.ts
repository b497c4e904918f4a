import { z } from 'zod';
import { embedPostEndpoint } from '../../api/asks/embed-endpoint.js';
import type { RouteContext } from '../../api/asks/route-context.js';
import { AskwellError } from '../../base/errors.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { check } from '../../base/validation/check.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { isPerson } from '../../core/funnel/is-person.js';
import type { KindServices } from '../../core/kind-services.js';
import { kindWords } from '../../core/kind-words.js';
import { askIdParams } from '../../core/schemas/examples.js';
import type { HttpExchange } from '../../http/exchange.js';
import { mediaTypeOf } from '../../http/headers/media-type.js';
import { publicBodyLimit } from '../../http/limits.js';
import { noContentResponse } from '../../http/operation-docs.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { parseJson } from '../../http/parsers/json.js';
import { noContent } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';

/** Enough for two steps of each of the 200 questions, and those of the visit. */
const maxSteps = 500;

const progressDraft = component(
  'ProgressDraft',
  z.strictObject({
    steps: described(
      boundedArray(rawText(50), { max: maxSteps }),
      'The steps that the visit has reached since its last report: `view`, `start`, `complete`, and `shown.` and `passed.` with the ID of a question. Unknown steps are ignored.',
    ),
    seconds: described(
      z.number().min(0).max(1e9).optional(),
      'The seconds from the start to the answer, with the step `complete`.',
    ),
  }),
  {
    description: 'How far a visit got. It does not identify the visitor.',
    examples: [{ steps: ['view', 'start', 'shown.f1', 'passed.f1', 'shown.f2'] }],
  },
);

/** The endpoints where pages report how far a visit got. */
export function progressEndpoints(services: Services, context: RouteContext): PageEndpoint[] {
  const { polls, quizzes, forms } = services;
  return [
    progressEndpoint(polls, services, context),
    progressEndpoint(quizzes, services, context),
    progressEndpoint(forms, services, context),
  ];
}

function progressEndpoint<Draft extends AskDraft, Own, Body>(
  { kind, submitService }: KindServices<Draft, Own, Body>,
  { funnel, progressLimiter, addressOf }: Pick<Services, 'funnel' | 'progressLimiter' | 'addressOf'>,
  context: RouteContext,
): PageEndpoint {
  const { One } = kindWords[kind.name];
  const operation = {
    doc: {
      id: `report${One}Progress`,
      summary: 'Report how far a visit got',
      description:
        'Adds to the counts of visits that owners see. The widget sends it as `text/plain`, which needs no preflight. Requests of programs and previews are not counted. At most 120 reports per minute and address.',
      responses: [noContentResponse],
      errorCodes: ['rate_limited'],
    },
    params: { id: askIdParams[kind.name] },
    body: progressDraft,
  } as const;
  async function admit(exchange: HttpExchange): Promise<void> {
    const { admitted, retryAfterSeconds } = await progressLimiter.take(addressOf(exchange));
    if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
  }
  return embedPostEndpoint(
    `/embed/${kind.plural}/{id}/progress`,
    operation,
    submitService.find,
    { ...context, admit },
    async (exchange, ask) => {
      if (!acceptedTypes.has(mediaTypeOf(exchange))) throw new AskwellError('unsupported_media_type');
      const report = check(progressDraft, parseJson(await exchange.body(publicBodyLimit)));
      if (isPerson((name) => exchange.header(name))) funnel.count(ask.seq, kind.funnelQuestions(ask.own), report);
      return noContent;
    },
  );
}

const acceptedTypes: ReadonlySet<string | undefined> = new Set(['text/plain', 'application/json']);
