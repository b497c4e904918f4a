import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  Header,
  OpenApiDocument,
  OpenApiOperation,
  Ref,
  ResponseObject,
} from '../../../src/openapi/openapi-types.js';

/** The document, asked by where something stands in it. */
export interface Validators {
  /** What is wrong with a value by the schema that stands there. */
  faultsOf(pointer: readonly string[], value: unknown): string[];
  /** What an operation answers with a status, and where that stands. */
  responseAt(
    operation: OpenApiOperation,
    pointer: readonly string[],
  ): { readonly pointer: readonly string[]; readonly response: ResponseObject } | undefined;
  /** Headers that are missing, wrong or not told of. */
  headerFaults(response: ResponseObject, headers: ReadonlyMap<string, string>): string[];
}

const root = 'openapi';

/** Makes a document ready to be asked. */
export function createValidators(document: OpenApiDocument): Validators {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(Object.assign({}, closed(document)), root);
  const told = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()));

  function faultsOf(pointer: readonly string[], value: unknown): string[] {
    const validate = ajv.getSchema(`${root}#/${pointer.map(escaped).join('/')}`);
    if (!validate) return [`the document has no schema at ${pointer.join(' ')}.`];
    if (validate(value)) return [];
    return [ajv.errorsText(validate.errors, { dataVar: 'body' })];
  }

  function headerOf(name: string, header: Header | Ref): { name: string; header: Header | undefined } {
    return { name, header: '$ref' in header ? document.components.headers[name] : header };
  }

  return {
    faultsOf,

    responseAt({ responses }, pointer) {
      const response = responses[pointer.at(-1) ?? ''];
      if (!response) return undefined;
      if (!('$ref' in response)) return { pointer, response };
      const name = response.$ref.split('/').at(-1) ?? '';
      const kept = document.components.responses[name];
      return kept && { pointer: ['components', 'responses', name], response: kept };
    },

    headerFaults(response, headers) {
      const known = Object.entries(response.headers).map(([name, header]) => headerOf(name, header));
      const missing = known.filter(({ name, header }) => header?.required && !headers.has(name.toLowerCase()));
      const names = new Set(known.map(({ name }) => name.toLowerCase()));
      const untold = [...headers.keys()].filter((name) => told.has(name) && !names.has(name));
      const wrong = known.flatMap(({ name, header }) => {
        const text = headers.get(name.toLowerCase());
        if (text === undefined || !header) return [];
        const value = header.schema['type'] === 'integer' ? Number(text) : text;
        return faultsOf(['components', 'headers', name, 'schema'], value).map((fault) => `${name}: ${fault}`);
      });
      return [
        ...missing.map(({ name }) => `${name} is missing.`),
        ...untold.map((name) => `the document does not tell of ${name}.`),
        ...wrong,
      ];
    },
  };
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Clients must bear members that come later, so that the document leaves objects open. We send none that it does not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return isOpen ? { ...members, additionalProperties: false } : members;
}
