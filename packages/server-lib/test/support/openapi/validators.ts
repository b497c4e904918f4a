import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  Header,
  OpenApiDocument,
  OpenApiOperation,
  Ref,
  ResponseObject,
} from '../../../src/openapi/openapi-types.js';

/** Validates values by the schemas of the document. */
export interface Validators {
  /** Returns the errors of a value by the schema at a pointer. */
  faultsOf(pointer: readonly string[], value: unknown): string[];
  /** Returns the response of an operation, and its pointer. */
  responseAt(
    operation: OpenApiOperation,
    pointer: readonly string[],
  ): { readonly pointer: readonly string[]; readonly response: ResponseObject } | undefined;
  /** Returns the errors of headers that are missing, invalid or undocumented. */
  headerFaults(response: ResponseObject, headers: ReadonlyMap<string, string>): string[];
}

const root = 'openapi';

/** Creates the validators of a document. */
export function createValidators(document: OpenApiDocument): Validators {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(Object.assign({}, closed(document)), root);
  const documented = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()));

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
      const shared = document.components.responses[name];
      return shared && { pointer: ['components', 'responses', name], response: shared };
    },

    headerFaults(response, headers) {
      const known = Object.entries(response.headers).map(([name, header]) => headerOf(name, header));
      const missing = known.filter(({ name, header }) => header?.required && !headers.has(name.toLowerCase()));
      const names = new Set(known.map(({ name }) => name.toLowerCase()));
      const undocumented = [...headers.keys()].filter((name) => documented.has(name) && !names.has(name));
      const wrong = known.flatMap(({ name, header }) => {
        const text = headers.get(name.toLowerCase());
        if (text === undefined || !header) return [];
        const value = header.schema['type'] === 'integer' ? Number(text) : text;
        return faultsOf(['components', 'headers', name, 'schema'], value).map((fault) => `${name}: ${fault}`);
      });
      return [
        ...missing.map(({ name }) => `${name} is missing.`),
        ...undocumented.map((name) => `the document does not have the header ${name}.`),
        ...wrong,
      ];
    },
  };
}

function escaped(documented: string): string {
  return encodeURIComponent(documented.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Forbids undocumented members. The document allows them, because later versions may add members. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return isOpen ? { ...members, additionalProperties: false } : members;
}
