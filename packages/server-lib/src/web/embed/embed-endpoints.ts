import type { RouteContext } from '../../api/asks/route-context.js';
import { AskwellError } from '../../base/errors.js';
import { corsHeaders, preflightHeaders } from '../../http/cors.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { errorReply } from '../../http/reply.js';
import type { Params } from '../../http/router.js';
import type { Services } from '../../instance/assemble-services.js';
import type { EmbedFile } from './embed-file.js';
import { liveEndpoints } from './live-endpoints.js';
import { progressEndpoints } from './progress-endpoints.js';
import { viewEndpoints } from './view-endpoints.js';
import { faultTextsFile, languageFiles, questions, quizFile, results, script, scriptPath } from './widget-files.js';

/** A new version reaches pages within minutes. Browsers load it in the background. */
export const current = 'public, max-age=300, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/** The endpoints for pages of other sites: the files of the widget, views of asks, and live results. */
export function embedRoutes(services: Services, context: RouteContext): PageEndpoint[] {
  return [
    ...fileEndpoints(),
    ...viewEndpoints(services, context),
    ...liveEndpoints(services, context),
    ...progressEndpoints(services, context),
  ];
}

/** The endpoints of the widget's files. */
function fileEndpoints(): PageEndpoint[] {
  return [
    fileEndpoint(scriptPath, current, () => script),
    fileEndpoint('/embed/widget/{version}/widget.js', immutable, ({ version }) =>
      version === script.version ? script : undefined,
    ),
    fileEndpoint('/embed/widget/results.js', current, () => results),
    fileEndpoint('/embed/widget/questions.js', current, () => questions),
    fileEndpoint('/embed/widget/quiz.js', current, () => quizFile),
    fileEndpoint('/embed/languages/{file}', current, ({ file = '' }) => languageFiles.get(languageOf(file))),
    fileEndpoint('/embed/faults/{file}', current, ({ file = '' }) => faultTextsFile(languageOf(file))),
  ];
}

/** Returns the language of a file such as `de.json`. */
function languageOf(file: string): string {
  return file.endsWith('.json') ? file.slice(0, -'.json'.length) : '';
}

/** Returns the endpoint of a file that pages of other sites load. */
export function fileEndpoint(
  path: string,
  cacheControl: string,
  find: (params: Params) => EmbedFile | undefined,
): PageEndpoint {
  return {
    path,
    hasOwnTurns: true,
    options: () => ({ status: 204, headers: preflightHeaders('GET'), body: null }),
    onError: (error) => errorReply(error, corsHeaders),
    get(exchange, params) {
      const file = find(params);
      if (!file) throw new AskwellError('not_found');
      return file.serve(exchange, cacheControl);
    },
  };
}
