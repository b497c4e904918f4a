import { AskwellError } from '../../errors.js';
import { corsHeaders, preflightHeaders } from '../../http/cors.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { errorReply } from '../../http/reply.js';
import type { Params } from '../../http/router.js';
import type { EmbedFile } from './embed-file.js';
import { languages, results, script, scriptPath } from './widget-files.js';

/** A new version reaches pages within minutes, and nobody waits for it. */
const current = 'public, max-age=300, stale-while-revalidate=86400';
const forGood = 'public, max-age=31536000, immutable';

/** The files of the widget. */
export function fileEndpoints(): PageEndpoint[] {
  return [
    fileEndpoint(scriptPath, current, () => script),
    fileEndpoint('/embed/widget/{version}/widget.js', forGood, ({ version }) =>
      version === script.version ? script : undefined,
    ),
    fileEndpoint('/embed/widget/results.js', current, () => results),
    fileEndpoint('/embed/languages/{file}', current, ({ file = '' }) =>
      file.endsWith('.json') ? languages.get(file.slice(0, -'.json'.length)) : undefined,
    ),
  ];
}

function fileEndpoint(
  path: string,
  cacheControl: string,
  find: (params: Params) => EmbedFile | undefined,
): PageEndpoint {
  return {
    path,
    options: () => ({ status: 204, headers: preflightHeaders('GET'), body: null }),
    onError: (error) => errorReply(error, corsHeaders),
    get(exchange, params) {
      const file = find(params);
      if (!file) throw new AskwellError('not_found');
      return file.serve(exchange, cacheControl);
    },
  };
}
