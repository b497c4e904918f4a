import { resolve } from 'node:path';
import type { ApiRequest, ApiResponse } from '../../api/openapi/api-request.js';
import { isObject } from '../../base/validation/objects.js';
import { type ApiCommand, isList } from './api-commands.js';
import { clientEnvironment, clientFlags, clientSettings } from './client-settings.js';
import type { CommandIo, Environment } from './command.js';
import { CommandFailure, usageError } from './command-failure.js';
import { chooseOperation, toRequest } from './command-request.js';
import { createParsedSettings } from './parsed-settings.js';
import { type OutputFormat, type Page, parsePage, printPages, printResource } from './print-response.js';
import type { ApiWords } from './read-words.js';
import { createServiceClient, orUnreachable, readApiResponse, type ServiceClient } from './service-client.js';
import { checkTarget, writeFile, writeOut } from './write-export.js';

/** Runs a command of `askwell api` and returns the exit code. */
export async function runApiCommand(
  command: ApiCommand,
  words: ApiWords,
  io: CommandIo,
  environment: Environment,
): Promise<number> {
  const operation = chooseOperation(command, words.ids);
  const settings = clientSettings(
    createParsedSettings(words.flags, clientEnvironment(words.flags, environment), clientFlags),
  );
  const client = createServiceClient(settings);
  const format = outputFormat(words, io);
  if (command.kind === 'export') {
    const file = words.flags['output'];
    const target = typeof file === 'string' ? checkTarget(resolve(file), words.flags['force'] === true) : undefined;
    const content = exportOf(client, await toRequest(command, operation, words, io), settings.baseUrl);
    await (target === undefined ? writeOut(content, io.stdout) : writeFile(content, target));
    return 0;
  }
  const request = await toRequest(command, operation, words, io);
  if (isList(operation)) {
    await printPages(pagesOf(client, request, words.flags['all'] === true), format, io);
    return 0;
  }
  const response = await client.send(request);
  if (response.status >= 400) throw responseFailure(response);
  printResource(response, operation, format, io);
  return 0;
}

function outputFormat({ flags }: ApiWords, { stdout }: CommandIo): OutputFormat {
  if (flags['json'] === true && flags['table'] === true) throw usageError('Pass either --json or --table, not both.');
  if (flags['json'] === true) return 'json';
  return flags['table'] === true || stdout.isTTY ? 'table' : 'json';
}

/** Reads one page of a list, or that page and all later pages. */
async function* pagesOf(client: ServiceClient, request: ApiRequest, isWhole: boolean): AsyncGenerator<Page> {
  let next: string | null = null;
  do {
    const response = await client.send(
      next === null ? request : { ...request, query: withCursor(request.query, next) },
    );
    if (response.status >= 400) throw responseFailure(response);
    const page = parsePage(response.text);
    // The last page of changes has a cursor for later changes. An empty page of filtered answers may have a cursor too.
    const isLast = page.data.length === 0 && request.path.endsWith('/changes');
    next = isWhole && !isLast ? page.next : null;
    yield page;
  } while (next !== null);
}

function withCursor(query: string, cursor: string): string {
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  return params.toString();
}

/** Reads an export as it arrives. */
async function* exportOf(client: ServiceClient, request: ApiRequest, baseUrl: string): AsyncGenerator<Uint8Array> {
  const response = await client.open(request);
  if (!response.ok) throw responseFailure(await readApiResponse(response, baseUrl));
  const reader = response.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await orUnreachable(baseUrl, () => reader.read());
    if (done) return;
    yield value;
  }
}

/** Returns the failure for a response that is an error: its message, and a line for each fault. */
function responseFailure({ status, text, retryAfter }: ApiResponse): CommandFailure {
  const parsed: unknown = JSON.parse(text);
  const { message = `The service responded with the status ${status}.`, errors } = isObject(parsed) ? parsed : {};
  if (isObject(errors)) {
    const lines = Object.entries(errors).flatMap(([path, faults]) => linesOf(path, faults));
    return new CommandFailure(['Validation failed:', ...lines].join('\n'));
  }
  return new CommandFailure(
    retryAfter === undefined ? String(message) : `${message} Retry after ${retryAfter} seconds.`,
  );
}

function linesOf(path: string, faults: unknown): string[] {
  return Array.isArray(faults) ? faults.map((fault) => `  ${path}: ${fault}`) : [];
}
