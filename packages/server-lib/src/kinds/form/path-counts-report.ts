import { dateOf } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { everyAnswer } from '../../core/answers/answer-selection.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { createScan, type ScanReport, scanReport } from '../../core/results/scan-report.js';
import type { Store } from '../../db/store.js';
import { form } from './form-kind.js';
import { maxCountedPaths } from './limits.js';
import { createPathCounts, type PathCounts } from './path-counts.js';
import type { FormOwn } from './stored-form.js';

/** Returns the report that counts the paths of submissions. */
export function pathCountsReport(): ScanReport<null, PathCounts> {
  return scanReport(form, {
    name: 'pathCounts',
    max: maxCountedPaths,
    start({ own }) {
      const paths = createPathCounts(own);
      return {
        add: (row, body) => paths.add(body(), dateOf(row.created_at)),
        collected: () => paths.counts,
      };
    },
  });
}

/** Counts the paths of the newest submissions of forms. */
export interface PathCountsService {
  /**
   * Returns no paths for a form without pages and endings, and while too many reads wait: the form can be edited without them.
   *
   * @throws AskwellError with the code `not_found` if the form was deleted.
   */
  read(ask: Pick<StoredAsk<FormOwn>, 'seq' | 'own'>): Promise<PathCounts>;
}

const noPaths: PathCounts = { submissions: 0, steps: [], endings: [] };

/** Creates the service. Callers that ask for the same at the same time share one read. */
export function createPathCountsService(store: Pick<Store, 'report'>): PathCountsService {
  const scan = createScan(store, pathCountsReport());
  return {
    read: async ({ seq, own: { fields, endings = [] } }) => {
      const hasPaths = endings.length > 0 || fields.some(({ type }) => type === 'page');
      if (!hasPaths) return noPaths;
      try {
        return (await scan(seq, everyAnswer, null)).found;
      } catch (error) {
        if (error instanceof AskwellError && error.code === 'unavailable') return noPaths;
        throw error;
      }
    },
  };
}
