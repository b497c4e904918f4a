import type { AnswerRow } from '../../core/answers/answer-queries.js';
import type { CountedAskRow } from '../../core/asks/ask-queries.js';
import { toOwnedAsk } from '../../core/asks/ask-service.js';
import type { KindServices } from '../../core/kind-services.js';
import type { Store } from '../../db/store.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { FeedOwner } from './feed-cursor.js';
import { selectFeedAsk } from './feed-queries.js';

/** An ask whose events are read. */
export interface FeedAsk {
  readonly seq: number;
  readonly site: number | null;
  /** The ID, with its prefix. */
  readonly id: string;
  readonly createdAt: number;
  /** The number of characters of its definition. */
  readonly size: number;
  /** Returns the ask as its owner reads it. */
  show(): object | null;
  /** Returns the ID of an answer, with its prefix. */
  answerId(id: string): string;
  /** Returns an answer as its owner reads it. */
  showAnswer(row: AnswerRow): object | null;
}

/** Returns the ask of a row. */
export type ToFeedAsk = (row: CountedAskRow) => FeedAsk;

/** Creates the function for the asks of one kind. */
export function feedAsksOf<Draft extends AskDraft, Own, Body>({
  asks,
  answers,
}: Pick<KindServices<Draft, Own, Body>, 'asks' | 'answers'>): ToFeedAsk {
  return (row) => {
    const ask = asks.parse(row);
    return {
      seq: row.seq,
      site: row.site_id,
      id: asks.wireId(ask),
      createdAt: row.created_at,
      size: row.definition.length,
      show: () => asks.show(toOwnedAsk(ask, row)),
      answerId: answers.wireId,
      showAnswer: (answer) => answers.show(ask, answer),
    };
  };
}

/** For readers that only need the changes, and read the content later. */
const noContent = { show: () => null, showAnswer: () => null } satisfies Partial<FeedAsk>;

/** Finds the asks of an owner by their numbers, each at most once. */
export class AskFinder {
  readonly #found = new Map<number, FeedAsk | undefined>();

  constructor(
    private readonly store: Store,
    private readonly kinds: Readonly<Record<AskKind, ToFeedAsk>>,
    private readonly owner: FeedOwner,
    private readonly withContent: boolean,
  ) {}

  /** Returns undefined if the ask was deleted or has moved to another site. Its deletion is a later event. */
  async find(seq: number): Promise<FeedAsk | undefined> {
    if (this.#found.has(seq)) return this.#found.get(seq);
    const row = await this.store.read(selectFeedAsk(this.owner, seq));
    const found = row && this.kinds[row.kind](row);
    const ask = found && !this.withContent ? { ...found, ...noContent } : found;
    this.#found.set(seq, ask);
    return ask;
  }
}
