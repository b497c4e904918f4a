import type { AskDraft } from '../../shared/contract/resources.js';
import { type AfterAnswer, redirectOf } from '../../shared/presentation/after-answer.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';

/** Returns the URL to which an answer redirects immediately. Null if there is no URL, or a message to show first. */
export function redirectUrl(after: AfterAnswer | null): string | null {
  const url = redirectOf(after);
  // Header values are limited to Latin-1. A parsed URL is ASCII.
  return url && new URL(url).href;
}

/** Returns the URLs to which answers of an ask can redirect. */
export function redirectUrls<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { terms, own }: Pick<StoredAsk<Own>, 'terms' | 'own'>,
): string[] {
  const url = redirectUrl(terms.after);
  return [...(url === null ? [] : [url]), ...(kind.endingUrls?.(own) ?? [])];
}
