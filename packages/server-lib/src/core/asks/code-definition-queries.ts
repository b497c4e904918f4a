import { lockAccount, lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { CodeDefinition } from './code-definition.js';

/** An ask that a definition in code describes. */
interface DefinedAsk {
  readonly account: number;
  readonly kind: AskKind;
  readonly ask: number;
}

/** Selects the ID of the ask that has a key, without prefix. */
export function selectDefinedId(account: number, kind: AskKind, key: string): Operation<{ id: string } | undefined> {
  return one<{ id: string }>`
    select a.id from askwell_code_definitions d join askwell_asks a on a.seq = d.ask
    where d.account_id = ${account} and d.kind = ${kind} and d.key = ${key} and a.kind = ${kind}`;
}

/** Assigns an unused key to an ask. Replaces the row of a deleted ask. */
export function insertCodeDefinition(
  { account, kind, ask }: DefinedAsk,
  { key, digest, named }: CodeDefinition,
): Operation<unknown> {
  return run`
    insert into askwell_code_definitions (ask, account_id, kind, key, digest, named)
    values (${ask}, ${account}, ${kind}, ${key}, ${digest}, ${JSON.stringify(named)})
    on conflict (account_id, kind, key) do update set ask = excluded.ask, digest = excluded.digest, named = excluded.named`;
}

/** Stores the definition in code that an ask has now. */
export function updateCodeDefinition(ask: number, { digest, named }: CodeDefinition): Operation<unknown> {
  return run`
    update askwell_code_definitions set digest = ${digest}, named = ${JSON.stringify(named)} where ask = ${ask}`;
}

/** Stores a definition in code that does not change its ask. */
export const saveCodeDefinition = write(
  'codeDefinitions.save',
  function* ({
    account,
    ask,
    definition,
  }: {
    readonly account: number;
    readonly ask: number;
    readonly definition: CodeDefinition;
  }) {
    yield* lockAccount(account);
    yield* lockAsk(ask);
    yield* updateCodeDefinition(ask, definition);
  },
);

/** Selects the key of an ask that the code of the host defines. */
export function selectDefinitionKey(ask: number): Operation<{ key: string } | undefined> {
  return one<{ key: string }>`select key from askwell_code_definitions where ask = ${ask}`;
}
