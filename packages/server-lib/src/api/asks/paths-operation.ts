import { optionalParameter } from '../../base/validation/call-checks.js';
import { answerQueries } from '../../core/answers/answer-params.js';
import { parseSelection } from '../../core/answers/parse-selection.js';
import type { KindServices } from '../../core/kind-services.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import { formPaths } from '../../kinds/form/form-paths-schema.js';
import type { PathCountsService } from '../../kinds/form/path-counts-report.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { FormBody } from '../../kinds/form/stored-submission.js';
import type { FormDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { inputParamsOf } from './answer-operations.js';
import { askTarget } from './ask-target.js';
import { reportArgument } from './report-argument.js';

/** The service that the paths need, in addition to the services of forms. */
export interface PathsContext {
  readonly pathCounts: PathCountsService;
}

/** Returns the operation that counts the paths of submissions through a form. */
export function pathsOperation(
  services: KindServices<FormDraft, FormOwn, FormBody, FormWire>,
  { pathCounts }: PathsContext,
) {
  const { kind, asks } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/paths'),
    doc: {
      id: 'getFormPaths',
      summary: 'Count the paths through a form',
      description:
        'Follows the submissions through the pages, by the current conditions. With filters, counts only the submissions that they find.',
      responses: [resourceResponse(formPaths)],
    },
    effect: 'read',
    input: answerQueries.form.results,
    prefixed: inputParamsOf(kind),
    argument: { ...reportArgument, parameter: optionalParameter(reportArgument.parameter) },
    weight: () => 'job',
    async run({ found: { ask }, prefixed }, filter) {
      const selection = parseSelection(kind, ask, filter, prefixed);
      const { found, matching, isCut } = await pathCounts.read(ask, selection);
      return {
        data: {
          form_id: asks.wireId(ask),
          steps: found.steps.map(({ from, to, count }) => ({
            from: from === '' ? null : from,
            to,
            submissions: count,
          })),
          endings: found.endings.map(({ id, count }) => ({ id, submissions: count })),
          matching_answers: found.submissions,
          oldest_left_out: isCut || found.submissions < matching,
        },
      };
    },
  });
}
