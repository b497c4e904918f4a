import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { check } from '../../base/validation/check.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { Events } from '../events.js';
import { wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { Quotas } from '../quotas.js';
import { type DefinedAskRow, selectDefinedAsk } from './ask-queries.js';
import { type AskService, type OwnedAsk, toOwnedAsk } from './ask-service.js';
import {
  type CodeDefinition,
  digestOf,
  type NamedParts,
  namedParts,
  type RenamedPart,
  renamedParts,
  toDefinitionJson,
} from './code-definition.js';
import { saveCodeDefinition } from './code-definition-queries.js';
import type { ImageHosts } from './image-hosts.js';
import type { StoredAsk } from './stored-ask.js';
import { createUpdateAsk, type UpdateRefusal, updateError } from './update-ask.js';
import { toSharedDraft, validateDefinition } from './validate-definition.js';

/** The number of times a definition is applied again when the ask was changed at the same time. */
const maxAttempts = 20;

interface EnsureOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: Pick<AskService<Draft, Own, Body, W>, 'create' | 'find' | 'parse'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  readonly quotas: Quotas;
  readonly imageHosts?: ImageHosts | undefined;
}

/** Creates the service that creates and updates asks from definitions in the code of the host. */
export function createCodeDefinitions<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { asks, store, clock, events, quotas, imageHosts }: EnsureOptions<Draft, Own, Body, W>,
) {
  const updateOnce = createUpdateAsk(kind, { store, clock, quotas, imageHosts });

  const select = ({ account }: Scope, key: string) => store.read(selectDefinedAsk(account, kind.name, key));
  const toOwned = (row: DefinedAskRow): OwnedAsk<Own> => toOwnedAsk(asks.parse(row), row);

  /** Applies a definition, and returns the ask of the key. Undefined if another process changed the ask at the same time. */
  async function ensureOnce(scope: Scope, key: string, given: object): Promise<OwnedAsk<Own> | undefined> {
    const json = toDefinitionJson(given);
    const digest = digestOf(json);
    const row = await select(scope, key);
    if (row?.digest === digest) return toOwned(row);
    const draft = check(kind.draft, given);
    const complete = completeDraft(kind, draft);
    const definition = { key, digest, named: namedParts(json, complete) };
    if (row) return update(scope, toOwned(row), JSON.parse(row.named), { json, complete, definition });
    try {
      const { replayed, ...created } = await asks.create(scope, draft, { codeDefinition: definition });
      return replayed ? undefined : created;
    } catch (error) {
      // Another process has created the ask, and it was deleted immediately.
      if (error instanceof AskwellError && error.code === 'gone') return undefined;
      throw error;
    }
  }

  async function update(
    scope: Scope,
    owned: OwnedAsk<Own>,
    named: NamedParts,
    { json, complete, definition }: GivenDefinition,
  ): Promise<OwnedAsk<Own> | undefined> {
    const { ask } = owned;
    const members = new Set([...definition.named.members, ...named.members]);
    const changes = Object.fromEntries(Object.entries(complete).filter(([member]) => members.has(member)));
    const renamed = renamedParts(json, complete, draftOf(kind, ask), named);
    const code = { definition, renamed: renamed.map(({ path }) => path) };
    const outcome = await updateOnce(scope, ask, check(kind.changes, changes), { code });
    if (outcome === 'same') {
      await store.run(saveCodeDefinition, { account: scope.account, ask: ask.seq, definition });
      return owned;
    }
    if (outcome === 'updated') {
      events.change({ kind: kind.name, ask_id: wireIdOf(ask), what: 'updated' });
      return asks.find(scope, wireIdOf(ask));
    }
    if (outcome.refused === 'stale' || outcome.refused === 'unknown') return undefined;
    throw refusalError(outcome, { key: definition.key, idOf: idsIn(kind, ask), renamed });
  }

  return {
    /**
     * Creates the ask of a key, or updates it if the definition differs from the previous one.
     *
     * @throws AskwellError if the definition is invalid, existing answers forbid a change, or the account would exceed a quota.
     */
    async ensure(scope: Scope, key: string, definition: object): Promise<OwnedAsk<Own>> {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const ensured = await ensureOnce(scope, key, definition);
        if (ensured) return ensured;
      }
      throw new AskwellError('unavailable');
    },

    /** Returns the ask of a key. */
    async find(scope: Scope, key: string): Promise<OwnedAsk<Own> | undefined> {
      const row = await select(scope, key);
      return row && toOwned(row);
    },
  };
}

/** A definition in code, both as given and with all IDs and defaults. */
interface GivenDefinition {
  readonly json: JsonObject;
  readonly complete: JsonObject;
  readonly definition: CodeDefinition;
}

/**
 * Returns the draft with all IDs and defaults. Parts without an ID get an ID by their position, as if the ask was created now, so
 * that the IDs match the type of the definition.
 */
function completeDraft<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  draft: Draft,
): JsonObject {
  const faults = new Faults();
  const { definition, ...valid } = validateDefinition(kind, draft, undefined, faults);
  if (faults.any) throw faults.toError();
  const shared = toSharedDraft({ ...valid, terms: definition.terms, site: draft.site_id ?? null });
  return toDefinitionJson(kind.toDraft(definition.own, shared));
}

function draftOf<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  ask: StoredAsk<Own>,
): JsonObject {
  return toDefinitionJson(kind.toDraft(ask.own, toSharedDraft(ask)));
}

/** Returns a function that returns the ID of the item at a path of a stored ask. */
function idsIn<Draft extends AskDraft, Own, Body>(kind: KindDefinition<Draft, Own, Body>, { own }: StoredAsk<Own>) {
  return (path: string) => kind.referencedItems(own).find((item) => item.path === path)?.id ?? '';
}

interface RefusalContext {
  readonly key: string;
  idOf(path: string): string;
  readonly renamed: readonly RenamedPart[];
}

/** Returns an error that says which part of the definition existing answers forbid, and what to do. */
function refusalError(refusal: UpdateRefusal, { key, idOf, renamed }: RefusalContext): AskwellError {
  const conflict = (reason: string) =>
    new AskwellError('conflict', `The definition "${key}" was not applied: ${reason}`);
  const otherKey = 'or use another key for the new definition.';
  switch (refusal.refused) {
    case 'answered':
    case 'item_renamed': {
      const { immutable, answers } = refusal;
      const isAffected = ({ path, idPath }: RenamedPart) =>
        refusal.refused === 'answered' ? immutable?.startsWith(`${idPath}.`) : path === refusal.path;
      const part = renamed.find(isAffected);
      if (part) return conflict(describeRenamed(part, answers));
      return conflict(
        `\`${immutable}\` cannot change, because there are answers (${answers}). Keep its value, ${otherKey}`,
      );
    }
    case 'item_has_answers': {
      const { path, answers } = refusal;
      return conflict(`\`${path}\` ("${idOf(path)}") was removed, but has answers (${answers}). Keep it, ${otherKey}`);
    }
    default:
      return updateError(refusal);
  }
}

function describeRenamed({ path, id, text, before }: RenamedPart, answers: number): string {
  const [from, to] = [JSON.stringify(before), JSON.stringify(text)];
  return `\`${path}\` has no \`id\`, and its text changed from ${from} to ${to}. Its answers (${answers}) would count for the new text. To rename it, add \`id: "${id}"\`. To insert, remove or move items, give each item of the list an \`id\`.`;
}
