import { check } from '../../base/validation/check.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskDraft, CopyDraft } from '../../shared/contract/resources.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { maxTitleLength } from '../schemas/ask-schema.js';
import type { AskService, CreatedAsk } from './ask-service.js';
import type { StoredAsk } from './stored-ask.js';
import { toSharedDraft } from './validate-definition.js';

/**
 * Returns a function that copies the published definition of an ask. The copy is a draft, so that its owner can change it
 * before visitors see it. It has no answers, tickets or links to its results.
 *
 * The function throws the errors of a creation.
 */
export function createCopyAsk<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  asks: Pick<AskService<Draft, Own, Body, W>, 'create'>,
) {
  return (
    scope: Scope,
    ask: StoredAsk<Own>,
    { title = copyTitle(ask.title), site_id = ask.site }: CopyDraft = {},
    idempotency: IdempotentRequest | null = null,
  ): Promise<CreatedAsk<Own>> => {
    const draft = { ...kind.toDraft(ask.own, toSharedDraft(ask)), title, site_id, status: 'draft' };
    // Converts to JSON and back, because the schema of drafts refuses undefined members.
    return asks.create(scope, check(kind.draft, JSON.parse(JSON.stringify(draft))), { idempotency });
  };
}

const suffix = ' (copy)';

/** Returns the title of a copy, within the limit of titles. */
function copyTitle(title: string): string {
  return `${[...title].slice(0, maxTitleLength - suffix.length).join('')}${suffix}`;
}
