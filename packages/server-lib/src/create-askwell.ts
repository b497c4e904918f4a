import { createAccountApi, createScopeFinder, requireScope } from './accounts/account-api.js';
import { accountParameter } from './accounts/account-ref.js';
import { createDashboardLink } from './accounts/sign-in-links/dashboard-link.js';
import { createFetchHandler } from './adapters/fetch.js';
import { createNodeHandler } from './adapters/node/node.js';
import { createBodyBudget } from './adapters/pending-body.js';
import { inProcessFunctions } from './api/operations/in-process-functions.js';
import { answersOfKind, createRespondentApi } from './asks/respondents/respondent-api.js';
import { signVoter } from './asks/submit/voter-token.js';
import { assembleServices, type Services } from './assemble-services.js';
import { createFormApi, type FormApi } from './forms/form-api.js';
import type { Askwell } from './instance/askwell-interface.js';
import { callSignatures, type WithoutOperations } from './instance/call-signatures.js';
import { createInstancePipeline } from './instance/instance-pipeline.js';
import type { AskwellOptions } from './options/options.js';
import { createPollApi, type PollApi } from './polls/poll-api.js';
import { createQuizApi, type QuizApi } from './quizzes/quiz-api.js';
import { createSample } from './sample/sample-instance.js';
import { createTransferApi } from './transfer/transfer-api.js';
import { checkCalls } from './validation/call-checks.js';

/**
 * Creates an Askwell over a SQLite database, which is opened at the first request or by `ready()`.
 *
 * @throws TypeError that names the option which is wrong.
 * @example
 * import { createServer } from 'node:http';
 * import { createAskwell } from '@askwell/server';
 *
 * const askwell = createAskwell({ database: 'askwell.db', baseUrl: 'http://localhost:3000' });
 * createServer(askwell.node).listen(3000);
 */
export function createAskwell<HostRequest = unknown>(options: AskwellOptions<HostRequest>): Askwell<HostRequest> {
  return exposeServices(assembleServices(options));
}

/** Returns the public interface of an instance. */
export function exposeServices(services: Services): Askwell {
  const findScope = createScopeFinder(services.accounts);
  const caller = { account: accountParameter, find: findScope, require: requireScope(findScope) };
  const { urls, auth, keys, limiter, live, store, turns } = services;
  let draining = false;
  const sample = createSample(services);
  const own = createInstancePipeline(services, () => draining);
  const pipeline = services.enabledPages.landing ? sample.before(own) : own;
  const mount = { basePath: urls.basePath, linkBase: urls.linkBase, logger: services.logger };
  const bodies = createBodyBudget();

  return {
    node: createNodeHandler(pipeline, mount, { turns, bodies }),
    fetch: createFetchHandler(pipeline, mount, bodies),
    auth: checkCalls('askwell.auth', { ...auth }, callSignatures.auth),
    keys: checkCalls(
      'askwell.keys',
      {
        create: (session, draft) => keys.create(session, draft),
        list: keys.list,
        delete: (session, id) => keys.delete(session, id),
      },
      callSignatures.keys,
    ),
    accounts: checkCalls(
      'askwell.accounts',
      { ...createAccountApi(services.accounts), ...createTransferApi(services.transfer, caller.require) },
      callSignatures.accounts,
    ),
    ...inProcessFunctions('askwell', services.operations, caller),
    polls: checkCalls<PollApi, WithoutOperations<PollApi>>(
      'askwell.polls',
      createPollApi(services.polls, findScope, services),
      callSignatures.polls,
    ),
    quizzes: checkCalls<QuizApi, WithoutOperations<QuizApi>>(
      'askwell.quizzes',
      createQuizApi(services.quizzes, findScope, services),
      callSignatures.quizzes,
    ),
    forms: checkCalls<FormApi, WithoutOperations<FormApi>>(
      'askwell.forms',
      createFormApi(services.forms, findScope, services),
      callSignatures.forms,
    ),
    answers: checkCalls(
      'askwell.answers',
      createRespondentApi({
        store,
        secret: services.secret,
        kinds: {
          poll: answersOfKind(services.polls),
          quiz: answersOfKind(services.quizzes),
          form: answersOfKind(services.forms),
        },
      }),
      callSignatures.answers,
    ),
    ...checkCalls(
      'askwell',
      {
        voterOf: (userId: string) => signVoter(services.secret.key, userId),
        dashboardLink: createDashboardLink(services),
      },
      callSignatures.askwell,
    ),
    limiter: {
      policy: limiter.policy,
      ...checkCalls(
        'askwell.limiter',
        { take: async (address?: string) => limiter.take(address) },
        callSignatures.limiter,
      ),
    },
    metrics() {
      if (services.metrics) return services.metrics.format();
      throw new TypeError('askwell.metrics() requires the option `metrics`, such as `metrics: {}`.');
    },
    ready: () => store.ready(),
    drain() {
      draining = true;
      live.end();
      services.changes.watch.end();
      sample.drain();
    },
    async close() {
      draining = true;
      await Promise.all([services.close(), sample.close()]);
    },
  };
}
