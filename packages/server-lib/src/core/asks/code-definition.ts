import { sha256 } from '../../base/crypto/hash.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { isStorable } from '../../base/validation/text.js';
import { canonicalJson } from '../../owners/access/idempotency.js';
import { maxKeyLength } from './limits.js';

/** Returns whether a value can be the key of a definition. */
export function isDefinitionKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxKeyLength && isStorable(value);
}

/** The stored facts about a definition in the code of the host. */
export interface CodeDefinition {
  /** The key that the host chose for the ask. Unique for the account and the kind. */
  readonly key: string;
  /** Differs if the definition changed. */
  readonly digest: string;
  readonly named: NamedParts;
}

/** The parts that a definition in code sets. The owner of the ask sets all other parts. */
export interface NamedParts {
  /** The members of the definition. */
  readonly members: readonly string[];
  /** The label or prompt of each part without an explicit ID, by its path, such as `options.o1`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A part of a definition: an option, a question, a field or a row of a table. */
interface Part {
  /** The path with positions, such as `fields.0.options.1`. */
  readonly path: string;
  /** The path with IDs, such as `fields.room.options.o2`. */
  readonly idPath: string;
  readonly id: string;
  readonly text: string;
  /** Whether the author gave the ID. */
  readonly hasOwnId: boolean;
}

/** A part without an explicit ID whose generated ID belongs to a part with another text. */
export interface RenamedPart extends Part {
  readonly before: string;
}

/** Returns a definition as JSON. Members that are undefined count as absent. */
export function toDefinitionJson(definition: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(definition));
  return json;
}

/** Returns the digest of a definition. It does not depend on the order of members. */
export function digestOf(definition: JsonObject): string {
  return sha256(canonicalJson(definition)).toString('base64url');
}

/**
 * Returns the parts that a definition sets.
 *
 * @param complete The same definition with all IDs.
 */
export function namedParts(definition: JsonObject, complete: JsonObject): NamedParts {
  const generated = [...partsOf(definition, complete)].filter(({ hasOwnId }) => !hasOwnId);
  return {
    members: Object.keys(definition),
    texts: Object.fromEntries(generated.map(({ idPath, text }) => [idPath, text])),
  };
}

/**
 * Returns the parts whose ID comes from their position and would get another text. Answers with that ID would then count for
 * another text.
 *
 * @param stored The current definition of the ask.
 * @param texts The texts of the previous definition in code.
 */
export function renamedParts(
  definition: JsonObject,
  complete: JsonObject,
  stored: JsonObject,
  { texts }: NamedParts,
): RenamedPart[] {
  const before = new Map([...partsOf(stored, stored)].map(({ idPath, text }) => [idPath, text]));
  for (const [idPath, text] of Object.entries(texts)) before.set(idPath, text);
  return [...partsOf(definition, complete)].flatMap((part) => {
    const text = before.get(part.idPath);
    return part.hasOwnId || text === undefined || text === part.text ? [] : [{ ...part, before: text }];
  });
}

/** Yields the parts of a definition, which has the same lists as the complete one. */
function* partsOf(
  definition: JsonValue | undefined,
  complete: JsonValue,
  path: readonly string[] = [],
  idPath: readonly string[] = [],
): Generator<Part> {
  if (Array.isArray(complete)) {
    const items: readonly JsonValue[] = Array.isArray(definition) ? definition : [];
    for (const [at, item] of complete.entries()) {
      const given = items[at];
      const id = isJsonObject(item) && typeof item['id'] === 'string' ? item['id'] : undefined;
      const paths = [
        [...path, String(at)],
        [...idPath, id ?? String(at)],
      ] as const;
      if (id !== undefined) {
        const hasOwnId = isJsonObject(given) && given['id'] !== undefined;
        yield { path: paths[0].join('.'), idPath: paths[1].join('.'), id, text: textOf(item), hasOwnId };
      }
      yield* partsOf(given, item, ...paths);
    }
  } else if (isJsonObject(complete)) {
    for (const [name, member] of Object.entries(complete)) {
      const given = isJsonObject(definition) ? definition[name] : undefined;
      yield* partsOf(given, member, [...path, name], [...idPath, name]);
    }
  }
}

function textOf(part: JsonValue): string {
  if (!isJsonObject(part)) return '';
  const text = part['label'] ?? part['prompt'];
  return typeof text === 'string' ? text : '';
}
