import { dateOf } from '../../base/clock.js';
import type { AnswerSelection } from '../../core/answers/answer-selection.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { createScan, type Scanned, type ScanReport, scanReport } from '../../core/results/scan-report.js';
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
  /** @throws AskwellError with the code `not_found` if the form was deleted. */
  read(ask: Pick<StoredAsk<FormOwn>, 'seq'>, selection: AnswerSelection): Promise<Scanned<PathCounts>>;
}

/** Creates the service. Callers that ask for the same at the same time share one read. */
export function createPathCountsService(store: Pick<Store, 'report'>): PathCountsService {
  const scan = createScan(store, pathCountsReport());
  return { read: ({ seq }, selection) => scan(seq, selection, null) };
}
