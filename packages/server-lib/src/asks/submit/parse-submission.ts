import { checkIdempotencyKey } from '../../api/idempotency.js';
import { fault } from '../../faults/fault.js';
import { invalidField } from '../../faults/invalid-field.js';
import { publicBodyLimit, readBody } from '../../http/body.js';
import type { HttpExchange } from '../../http/exchange.js';
import { mediaTypeOf, urlencoded } from '../../http/media-type.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { KindDefinition } from '../kind-definition.js';
import { bodyOf } from './answer-idempotency.js';
import { disambiguateFields, memberFieldName, splitFields } from './form-member-names.js';
import type { ReceivedAnswer } from './submit-answer.js';

/** What a plain form calls its Idempotency-Key, which it can't send as a header. No id has a capital, so none is called so. */
export const idempotencyField = 'Idempotency-Key';

/** What a visitor sent: the members of a JSON body, or the fields of a plain form. */
export interface ParsedSubmission {
  /** With what stands beside the answers by its long name. Undefined where it was JSON. */
  readonly fields: UrlencodedFields | undefined;
  /** The members that the kind checks. */
  readonly given: ReceivedAnswer['given'];
  readonly key: string | undefined;
}

/** Reads what a visitor sent, whatever it is. */
export function readSubmission(exchange: HttpExchange): Promise<unknown> {
  return readBody(exchange, publicBodyLimit, ['application/json', urlencoded]);
}

/** What was sent, as an ask of these inputs takes it. */
export function parseSubmission<Own>(
  exchange: HttpExchange,
  sent: unknown,
  kind: Pick<KindDefinition<never, Own, never>, 'beside' | 'fromFields' | 'names'>,
  own: Own,
): ParsedSubmission {
  const given = membersOf(sent);
  const header = exchange.header('idempotency-key');
  if (mediaTypeOf(exchange) !== urlencoded) return { fields: undefined, given, key: header };
  const { [idempotencyField]: hidden, ...filled } = withoutEmpty(given);
  const key = header ?? (Array.isArray(hidden) ? hidden[0] : hidden);
  const fields = disambiguateFields(kind, own, filled);
  const { beside, answers } = splitFields(kind, fields);
  return { fields, given: { ...kind.fromFields(own, answers), ...beside }, key };
}

/** What a visitor wrote; who they are is none of it. */
export function formFieldsOf({ fields = {} }: ParsedSubmission): UrlencodedFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== memberFieldName('voter')));
}

/** The Idempotency-Key of a post with what it stands for, if it has one that can be one. */
export function idempotencyOf({ key, given }: ParsedSubmission): ReceivedAnswer['idempotency'] {
  return key === undefined ? null : { key: checkIdempotencyKey(key), body: bodyOf(given) };
}

function membersOf(sent: unknown): ReceivedAnswer['given'] {
  if (!isObject(sent)) throw invalidField('body', fault('not_an_object'));
  return sent;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was left empty was not answered. */
function withoutEmpty(sent: ReceivedAnswer['given']): UrlencodedFields {
  const fields: UrlencodedFields = {};
  for (const [name, value] of Object.entries(sent)) {
    const filled = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '');
    if (filled.length > 0) fields[name] = filled.length === 1 && filled[0] !== undefined ? filled[0] : filled;
  }
  return fields;
}
