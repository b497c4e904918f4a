import { kindEndpoints } from './api/asks/ask-endpoints.js';
import { quizCheckEndpoints } from './api/asks/check-endpoints.js';
import { formOperations } from './api/asks/form-operations.js';
import { quizEndpoints, quizStartEndpoints } from './api/asks/quiz-endpoints.js';
import { routeContextOf } from './api/asks/route-context.js';
import { changeEndpoints } from './api/changes/change-endpoints.js';
import { strictTransportOf } from './api/headers/response-headers.js';
import { healthEndpoints, isHealthPath } from './api/health-endpoints.js';
import type { ApiEndpoint } from './api/keyed-endpoint.js';
import { mcpEndpoints } from './api/mcp/mcp-endpoint.js';
import { operationEndpoints } from './api/operations/operation-endpoints.js';
import { createPipeline, type Pipeline } from './api/request-pipeline.js';
import { createDocsHeader, createErrorPage, dashboardRoutes } from './dashboard/dashboard-endpoints.js';
import type { HttpExchange } from './http/exchange.js';
import type { PageEndpoint } from './http/page-endpoint.js';
import type { Services } from './instance/assemble-services.js';
import { metricsEndpoints } from './instance/metrics/metrics-endpoint.js';
import { warnAboutFirstRegistration } from './instance/options/host-warnings.js';
import { optionTable } from './instance/options/option-table.js';
import { hasAccounts } from './owners/accounts/account-queries.js';
import { embedRoutes } from './web/embed/embed-endpoints.js';
import { createSubmissionErrorPage } from './web/hosted/error-page.js';
import { pageRoutes } from './web/hosted/page-endpoints.js';
import { openApiEndpoints } from './web/reference/routes.js';

/** Creates the endpoints under `/api/v1`. */
export function createApiEndpoints(services: Services): ApiEndpoint[] {
  const { polls, quizzes, forms, clientKeyOf } = services;
  const { me, sites, webhooks } = services.operations;
  const context = routeContextOf(services);
  return [
    ...operationEndpoints({ me, sites }, clientKeyOf),
    ...kindEndpoints(polls, context),
    ...quizEndpoints(quizzes, context, services),
    ...kindEndpoints(forms, context, formOperations(forms, services)),
    ...changeEndpoints(services.changes),
    ...operationEndpoints({ webhooks }, clientKeyOf),
  ];
}

/** Creates the endpoints outside `/api/v1`, apart from those that describe or offer the API. */
export function createPageEndpoints(services: Services, isDraining: () => boolean): PageEndpoint[] {
  const { store, quizzes } = services;
  const context = routeContextOf(services);
  return [
    ...healthEndpoints(store, isDraining),
    ...metricsEndpoints(services),
    ...embedRoutes(services, context),
    ...quizStartEndpoints(quizzes, context, services),
    ...quizCheckEndpoints(quizzes.submitService.find, context, services),
    ...pageRoutes(services),
    ...dashboardRoutes(services),
  ];
}

/**
 * Creates the request pipeline of an instance: its API, pages and service endpoints.
 *
 * @param isDraining Whether the instance receives no new traffic.
 */
export function createInstancePipeline(services: Services, isDraining: () => boolean): Pipeline {
  const {
    store,
    clock,
    authenticate,
    limiter,
    accountLimiter,
    heavyRequests,
    requestLog,
    addressOf,
    partyOf,
    overload,
    logger,
    urls,
    options,
  } = services;
  const apiEndpoints = createApiEndpoints(services);
  const pageEndpoints = createPageEndpoints(services, isDraining);
  const pipeline: Pipeline = createPipeline({
    api: {
      store,
      clock,
      authenticate,
      limiter,
      accountLimiter,
      heavyRequests,
      addressOf,
      requestLog,
      renderSubmissionError: createSubmissionErrorPage(services),
    },
    apiEndpoints,
    pageEndpoints: [
      ...pageEndpoints,
      ...(options.mcp === false
        ? []
        : mcpEndpoints(
            apiEndpoints,
            options.mcp?.writes ?? optionTable.mcp.members.writes.default,
            services,
            (exchange) => pipeline.handle(exchange, pipeline.find(exchange.path), 'counted'),
          )),
      ...(services.enabledPages.docs
        ? openApiEndpoints(apiEndpoints, pageEndpoints, services.urls, createDocsHeader(services))
        : []),
    ],
    renderErrorPage: createErrorPage(services),
    overload,
    partyOf,
    logger,
    strictTransport: strictTransportOf(options.hsts, urls.secure),
    observer: services.metrics?.requests,
  });
  const checkRegistration = createRegistrationCheck(services);
  return {
    ...pipeline,
    handle(exchange, route, admission) {
      checkRegistration(exchange);
      return pipeline.handle(exchange, route, admission);
    },
  };
}

/**
 * Creates the check whether a stranger can become the first owner, which logs a warning. It waits for a request, because a host may create
 * the first account when it starts. The users of a host that passes `user` need not register.
 */
function createRegistrationCheck({ options, enabledPages, store, logger }: Services): (exchange: HttpExchange) => void {
  let isDue = options.registration === undefined && enabledPages.register && !options.getUser;
  return ({ user, path }) => {
    if (!isDue || user !== undefined || isHealthPath(path)) return;
    isDue = false;
    store.read(hasAccounts()).then(
      (hasAccount) => hasAccount || warnAboutFirstRegistration(logger),
      () => {},
    );
  };
}
