import { requireObject } from '../../base/validation/objects.js';
import { parseBody, readBody } from '../../http/body.js';
import type { HttpExchange } from '../../http/exchange.js';
import { mediaTypeOf, urlencoded } from '../../http/headers/media-type.js';
import { publicBodyLimit } from '../../http/limits.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { checkIdempotencyKey } from '../../owners/access/idempotency.js';
import type { KindDefinition } from '../kind-definition.js';
import { hashBody } from './answer-idempotency.js';
import { readLanguage } from './answer-language.js';
import { disambiguateFields, memberFieldName, splitFields } from './form-member-names.js';
import type { ReceivedAnswer } from './prepare-answer.js';

/** The form field with the Idempotency-Key, because forms cannot send headers. IDs have no capitals, so no ID equals this name. */
export const idempotencyField = 'Idempotency-Key';

/**
 * The form field with the language that a page shows. It takes precedence over the header, which has the languages of the browser.
 */
export const languageField = 'Accept-Language';

/** A parsed request body: members of a JSON object, or fields of an HTML form. */
export interface ParsedSubmission {
  /** The fields with unambiguous names. Undefined if the body was JSON. */
  readonly fields: UrlencodedFields | undefined;
  /** The members that the kind validates. */
  readonly members: ReceivedAnswer['members'];
  readonly idempotencyKey: string | undefined;
  /** The languages of the visitor, as in the header `Accept-Language`. */
  readonly languages: string | undefined;
}

/** A submission. Its parsed body is dropped while it waits to be recorded, and parsed again if it is needed. */
export class ReceivedSubmission<Own> implements ReceivedAnswer {
  #parsed: ParsedSubmission | undefined;
  readonly idempotency: ReceivedAnswer['idempotency'];
  readonly language: string | null;
  /** The signed-in user. Null if nobody is signed in, or the ask needs no user. */
  user: string | null = null;

  /** @throws AskwellError with the code `unsupported_media_type` or `malformed`. */
  constructor(
    private readonly exchange: HttpExchange,
    private readonly bytes: Uint8Array,
    private readonly kind: SubmissionKind<Own>,
    private readonly own: Own,
    private readonly clientKeyOf: (exchange: HttpExchange) => string,
  ) {
    const { idempotencyKey, members, languages } = this.parsed;
    this.idempotency =
      idempotencyKey === undefined ? null : { key: checkIdempotencyKey(idempotencyKey), body: hashBody(members) };
    this.language = readLanguage(languages);
  }

  get parsed(): ParsedSubmission {
    this.#parsed ??= parseSubmission(
      this.exchange,
      parseBody(this.exchange, this.bytes, submissionTypes),
      this.kind,
      this.own,
    );
    return this.#parsed;
  }

  get members(): ReceivedAnswer['members'] {
    return this.parsed.members;
  }

  /** Whether the body is an HTML form. */
  get hasFields(): boolean {
    return this.parsed.fields !== undefined;
  }

  dropMembers(): void {
    this.#parsed = undefined;
  }

  clientKey(): string {
    return this.clientKeyOf(this.exchange);
  }
}

const submissionTypes = ['application/json', urlencoded] as const;

/** Reads the fields of an HTML form from the request body. */
export async function readFormFields(exchange: HttpExchange): Promise<UrlencodedFields> {
  const fields = requireObject(await readBody(exchange, publicBodyLimit, [urlencoded]));
  return { ...emptyFields(fields), ...removeEmpty(fields) };
}

type SubmissionKind<Own> = Pick<KindDefinition<never, Own, never>, 'textMembers' | 'parseFormFields' | 'fieldNames'>;

/** Parses a request body for an ask. */
function parseSubmission<Own>(
  exchange: HttpExchange,
  body: unknown,
  kind: SubmissionKind<Own>,
  own: Own,
): ParsedSubmission {
  const members = requireObject(body);
  const sentKey = exchange.header('idempotency-key');
  const accepted = exchange.header('accept-language');
  if (mediaTypeOf(exchange) !== urlencoded)
    return { fields: undefined, members, idempotencyKey: sentKey, languages: accepted };
  const { [idempotencyField]: keyField, [languageField]: languages, ...rest } = removeEmpty(members);
  const fields = disambiguateFields(kind, own, rest);
  const split = splitFields(kind, fields);
  return {
    fields: { ...emptyFields(members), ...fields },
    members: { ...kind.parseFormFields(own, split.answers), ...split.members },
    idempotencyKey: sentKey ?? firstOf(keyField),
    languages: firstOf(languages) ?? accepted,
  };
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the fields that the page shows again after an error. Excludes the visitor's ID. */
export function returnableFields({ fields = {} }: ParsedSubmission): UrlencodedFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== memberFieldName('voter')));
}

/** Returns the empty fields. They show that a visitor chose "Other" without a text. */
function emptyFields(members: ReceivedAnswer['members']): UrlencodedFields {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === '' ? [[name, '']] : [])));
}

/** Returns the fields without empty ones. They count as not answered. */
export function removeEmpty(members: ReceivedAnswer['members']): UrlencodedFields {
  const fields: UrlencodedFields = {};
  for (const [name, value] of Object.entries(members)) {
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && text !== '');
    if (texts.length > 0) fields[name] = texts.length === 1 && texts[0] !== undefined ? texts[0] : texts;
  }
  return fields;
}
