import { createFetchHandler } from './adapters/fetch.js';
import { createNodeHandler } from './adapters/node.js';
import { createBodyBudget } from './adapters/pending-body.js';
import { createAccountApi, createScopeFinder, requireScope } from './api/accounts/account-api.js';
import { createTokenApi } from './api/accounts/token-api.js';
import { createFormApi, type FormApi } from './api/asks/form-api.js';
import { createPollApi, type PollApi } from './api/asks/poll-api.js';
import { createQuizApi, type QuizApi } from './api/asks/quiz-api.js';
import { answersOfKind, createRespondentApi } from './api/asks/respondent-api.js';
import { inProcessFunctions, sessionFunctions } from './api/operations/in-process-functions.js';
import { createTransferApi } from './api/transfer/transfer-api.js';
import type { Askwell } from './askwell-interface.js';
import { checkCalls } from './base/validation/call-checks.js';
import { callSignatures, type WithoutOperations } from './call-signatures.js';
import { signVoter } from './core/submit/voter-token.js';
import { assembleServices, type Services } from './instance/assemble-services.js';
import type { AskwellOptions } from './instance/options/options.js';
import { createInstancePipeline } from './instance-pipeline.js';
import { accountParameter } from './owners/accounts/account-ref.js';
import { createDashboardLink } from './owners/accounts/dashboard-link.js';
import { createSample } from './web/sample/sample-instance.js';

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
  const { urls, auth, limiter, live, store, turns } = services;
  // `askwell.accounts.get` returns the account.
  const { sites, webhooks } = services.operations;
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
    keys: sessionFunctions('askwell.keys', services.sessionOperations.keys),
    tokens: checkCalls(
      'askwell.tokens',
      createTokenApi(services.tokens, [services.polls, services.quizzes, services.forms], caller.require, findScope),
      callSignatures.tokens,
    ),
    accounts: checkCalls(
      'askwell.accounts',
      { ...createAccountApi(services.accounts), ...createTransferApi(services.transfer, caller.require) },
      callSignatures.accounts,
    ),
    ...inProcessFunctions('askwell', { sites, webhooks }, caller),
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
