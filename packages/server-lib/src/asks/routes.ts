import { AskwellError } from '../errors.js';
import { type ApiEndpoint, apiEndpoint, item } from '../http/keyed.js';

/** Where visitors answer, without a key. */
const answerPaths = ['/api/v1/polls/{id}/votes', '/api/v1/quizzes/{id}/attempts', '/api/v1/forms/{id}/submissions'];

/** No ask can be created in this version, so that every id is unknown: limited and refused like any unknown id. */
export function answerRoutes(): ApiEndpoint[] {
  const unknown = async (): Promise<never> => {
    throw new AskwellError('not_found');
  };
  return answerPaths.map((path) =>
    apiEndpoint(
      item(path, async () => undefined),
      {},
      unknown,
    ),
  );
}
