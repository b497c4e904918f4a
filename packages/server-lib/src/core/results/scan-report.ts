import { LRUCache } from 'lru-cache';
import { base62, randomText } from '../../base/crypto/random.js';
import { AskwellError } from '../../base/errors.js';
import type { Report } from '../../db/operation.js';
import { createSharedReads } from '../../db/shared-reads.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { NotedAnswerRow } from '../answers/answer-queries.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import { type AskColumn, columnsOfAsk } from '../answers/ask-columns.js';
import { createMatcher } from '../answers/match-answers.js';
import { columnSource, scanSlice, selectDefinition } from '../answers/scan-answers.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxWaitingComputations } from '../limits.js';
import { maxScanRestarts } from './limits.js';

/** Collects what a report needs from the matching answers, newest first. */
export interface AnswerCollector<Body, Found> {
  add(row: NotedAnswerRow, body: () => Body): void;
  collected(): Found;
}

/** A request to read the next answers of a job, newest first. */
export interface ScanInput<Request> {
  readonly ask: number;
  readonly selection: AnswerSelection;
  readonly request: Request;
  /** Names the job. What it has collected stays in the reader thread between slices. */
  readonly job: string;
  /** The ID of the last answer of the previous slice. Null for the first slice. */
  readonly after: string | null;
}

/** What a job has found. */
export interface Scanned<Found> {
  readonly found: Found;
  /** The number of matching answers that were read. */
  readonly matching: number;
  /** Whether older answers were not read. */
  readonly isCut: boolean;
}

/** The outcome of a slice. `restart` means that the job is lost or the definition has changed. */
export type ScanOutcome<Found> =
  | { readonly type: 'more'; readonly after: string }
  | { readonly type: 'restart' }
  | { readonly type: 'done'; readonly scanned: Scanned<Found> };

/** A report that reads matching answers slice by slice. Its result is undefined if the ask does not exist. */
export type ScanReport<Request, Found> = Report<ScanInput<Request>, ScanOutcome<Found> | undefined>;

interface Job<Body, Found> {
  readonly definition: string;
  readonly collector: AnswerCollector<Body, Found>;
  matching: number;
  read: number;
  characters: number;
}

/** The definition whose answers are read. */
export interface ScannedAsk<Own, Body> {
  readonly own: Own;
  readonly columns: readonly AskColumn<Body>[];
}

/** What a report does with the answers of a kind. */
export interface ScanOptions<Own, Body, Request, Found> {
  readonly name: string;
  /** The maximum numbers of answers and characters that a job reads, rounded up to whole slices. */
  readonly max: { readonly answers: number; readonly characters: number };
  start(ask: ScannedAsk<Own, Body>, request: Request): AnswerCollector<Body, Found>;
}

/** Returns a report that reads the newest matching answers, slice by slice, at most as many as the options allow. */
export function scanReport<Draft extends AskDraft, Own, Body, W extends KindTypes, Request, Found>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { name: reportName, max, start }: ScanOptions<Own, Body, Request, Found>,
): ScanReport<Request, Found> {
  // The jobs between two slices: the current one of each instance, and failed ones until they are evicted.
  const jobs = new LRUCache<string, Job<Body, Found>>({ max: 8 });
  return {
    name: `${kind.plural}.${reportName}`,
    *read({ ask, selection, request, job: name, after }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const source = columnSource<Own>(definition);
      const startJob = (): Job<Body, Found> => {
        const columns = columnsOfAsk<Draft, Own, Body, W>(kind, source);
        const collector = start({ own: source.own, columns }, request);
        return { definition, collector, matching: 0, read: 0, characters: 0 };
      };
      const job = after === null ? startJob() : jobs.get(name);
      if (job?.definition !== definition) return { type: 'restart' };
      const matcher = createMatcher(kind, source, selection);
      const begin = { after, order: 'desc', withNotes: false, matcher, limit } as const;
      const { last, read, characters } = yield* scanSlice(ask, selection, begin, (row) => {
        const body = matcher.match(row);
        if (body) {
          job.matching++;
          job.collector.add(row, body);
        }
        return true;
      });
      job.read += read;
      job.characters += characters;
      if (last !== null && job.read < max.answers && job.characters < max.characters) {
        jobs.set(name, job);
        return { type: 'more', after: last };
      }
      jobs.delete(name);
      const { matching } = job;
      return { type: 'done', scanned: { found: job.collector.collected(), matching, isCut: last !== null } };
    },
  };
}

/**
 * Reads answers with a report, slice by slice.
 *
 * @throws AskwellError with the code `not_found` if the ask was deleted.
 */
export async function readScan<Request, Found>(
  store: Pick<Store, 'report'>,
  report: ScanReport<Request, Found>,
  input: Pick<ScanInput<Request>, 'ask' | 'selection' | 'request'>,
): Promise<Scanned<Found>> {
  for (let restarts = 0; restarts < maxScanRestarts; restarts++) {
    const job = randomText(base62, 20);
    let after: string | null = null;
    do {
      const outcome: ScanOutcome<Found> | undefined = await store.report(report, { ...input, job, after });
      if (!outcome) throw new AskwellError('not_found');
      if (outcome.type === 'done') return outcome.scanned;
      after = outcome.type === 'more' ? outcome.after : null;
    } while (after !== null);
  }
  throw new AskwellError('unavailable');
}

/**
 * Returns the function that runs the scans of a report one after the other. At the same time, they would not be faster, since they share
 * the reader thread, which would have to keep what each of them has collected.
 *
 * The function throws an AskwellError with the code `unavailable` if too many scans wait.
 */
export function createScanTurns() {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <Result>(scan: () => Promise<Result>): Promise<Result> => {
    if (waiting >= maxWaitingComputations) throw new AskwellError('unavailable');
    waiting++;
    const scanning = last.then(scan).finally(() => waiting--);
    last = scanning.catch(() => {});
    return scanning;
  };
}

/** Returns the function that reads answers with a report, in turn. Callers that ask for the same at the same time share one read. */
export function createScan<Request, Found>(store: Pick<Store, 'report'>, report: ScanReport<Request, Found>) {
  const readShared = createSharedReads<Scanned<Found>>();
  const inTurn = createScanTurns();
  return (ask: number, selection: AnswerSelection, request: Request): Promise<Scanned<Found>> =>
    readShared(JSON.stringify([ask, selection, request]), () =>
      inTurn(() => readScan(store, report, { ask, selection, request })),
    );
}
