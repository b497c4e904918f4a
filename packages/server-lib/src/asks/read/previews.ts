import type { Clock } from '../../clock.js';
import type { AskDraft } from '../../contract/resources.js';
import type { Secret } from '../../crypto/secret.js';
import type { Store } from '../../store/store.js';
import { selectAskBySeq, selectAskHead } from '../definition/ask-queries.js';
import type { AskService } from '../definition/ask-service.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindTypes } from '../kind-types.js';
import { isPreviewValid, signPreview } from './preview-token.js';

interface PreviewsOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

/** Creates the functions that show drafts to anyone with a signed link. */
export function createPreviews<Draft extends AskDraft, Own, Body, W extends KindTypes>({
  asks,
  store,
  clock,
  secret,
}: PreviewsOptions<Draft, Own, Body, W>) {
  return {
    /** Returns a token for the link. */
    sign: (ask: StoredAsk<Own>): string => signPreview(secret.key, asks.wireId(ask), clock.now()),

    /** Returns the draft that a token is for. Undefined if there is none, or the token is missing or not valid. */
    async find(wireId: string, token: string | undefined): Promise<StoredAsk<Own> | undefined> {
      const id = asks.bareId(wireId);
      if (id === undefined || !token || !isPreviewValid(secret.key, wireId, token, clock.now())) return undefined;
      const head = await store.read(selectAskHead(asks.kind.name, id));
      const row = head && (await store.read(selectAskBySeq(head.seq)));
      return row?.status === 'draft' ? asks.parse(row) : undefined;
    },
  };
}

/** Returns the query of a preview link. */
export function previewQuery(token: string): string {
  return `?preview=${token}`;
}
