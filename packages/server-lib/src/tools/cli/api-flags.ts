import { headerArgumentOf } from '../../api/openapi/header-arguments.js';
import type { Parameter } from '../../api/openapi/openapi-types.js';
import type { ApiOperation } from '../../api/openapi/operation-list.js';
import { type ApiCommand, formatsOf } from './api-commands.js';
import { clientFlags } from './client-settings.js';
import type { Flag } from './command.js';

/** A flag that sets a query parameter or a header. */
export interface ApiFlag extends Flag {
  readonly target: { readonly in: 'query' | 'header'; readonly name: string };
}

const output: readonly Flag[] = [
  { name: 'json', help: 'prints JSON (default, unless the output is a terminal)' },
  { name: 'table', help: 'prints a table (default, if the output is a terminal)' },
];

const paging: Flag = { name: 'all', help: 'reads all pages, not only one' };

const data: Flag = {
  name: 'data',
  valueName: 'FILE',
  isFlagOnly: true,
  help: 'the JSON file with the body; "-" or absent: standard input',
};

const file: readonly Flag[] = [
  { name: 'output', valueName: 'FILE', isFlagOnly: true, help: 'the file to write; absent: standard output' },
  { name: 'force', help: 'overwrites the file if it exists' },
];

const params: Flag = {
  name: 'param',
  valueName: 'NAME=VALUE',
  isFlagOnly: true,
  isRepeatable: true,
  help: 'a query parameter without a flag of its own; can be repeated',
};

/** Returns the flags that set parameters of the operations of a command. */
export function parameterFlags({ operations, kind }: ApiCommand): ApiFlag[] {
  const flags = new Map<string, ApiFlag>();
  for (const operation of operations) {
    for (const flag of operation.parameters.flatMap((parameter) => toFlags(parameter, operation, kind))) {
      flags.set(flag.name, flag);
    }
  }
  return [...flags.values()];
}

function toFlags(
  { in: location, name, description, schema, explode = false }: Parameter,
  operation: ApiOperation,
  kind: string,
): ApiFlag[] {
  const help = (text = ''): string => text.replaceAll('\n', ' ');
  if (location === 'header') {
    const argument = headerArgumentOf(operation, name);
    if (!argument) return [];
    const text = help(String(argument.schema['description']));
    return [{ ...flagNamed(argument.name), help: text, target: { in: 'header', name } }];
  }
  const target = { in: 'query', name } as const;
  // An exploded parameter stands for several parameters. `--param` sets them.
  if (location !== 'query' || explode) return [];
  if (name === 'format') {
    if (kind !== 'export') return [];
    return [{ ...flagNamed(name), help: `${formatsOf(operation).join(' or ')} (default csv)`, target }];
  }
  // An export returns no pages.
  if (kind === 'export' && (name === 'limit' || name === 'cursor')) return [];
  if (schema['const'] === 'true') return [{ name: toFlagName(name), help: help(description), target }];
  if (schema['type'] === 'array') {
    const flag = flagNamed(name);
    return [{ ...flag, isRepeatable: true, help: `${help(description)} Can be repeated.`, target }];
  }
  return [{ ...flagNamed(name, schema), help: help(description), target }];
}

function flagNamed(name: string, { enum: values }: Parameter['schema'] = {}): Flag {
  const valueName = Array.isArray(values) ? values.join('|') : 'VALUE';
  return { name: toFlagName(name), valueName, isFlagOnly: true, help: '' };
}

function toFlagName(name: string): string {
  return name.replaceAll('_', '-');
}

/** Returns the name of the query parameter that a flag sets. */
export function toParameterName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/** Returns all flags of a command. */
export function flagsOf(command: ApiCommand): Flag[] {
  const { kind, operations } = command;
  return [
    ...parameterFlags(command),
    ...(operations.some(({ parameters }) => parameters.some(({ in: location }) => location === 'query'))
      ? [params]
      : []),
    ...(operations.some(({ body }) => body !== undefined) ? [data] : []),
    ...(kind === 'list' ? [paging] : []),
    ...(kind === 'export' ? file : output),
    ...clientFlags,
  ];
}
