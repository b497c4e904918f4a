import { readFile } from 'node:fs/promises';
import type { CommandIo } from './command.js';
import { systemErrorCode, usageError } from './command-failure.js';

/**
 * Reads the JSON body of a request.
 *
 * @param file The file; `-` or undefined for standard input.
 * @throws {CommandFailure} If it is not JSON.
 */
export async function readBodyFile(file: string | undefined, { stdin }: CommandIo): Promise<string> {
  const isStandardInput = file === undefined || file === '-';
  if (isStandardInput && stdin.isTTY)
    throw usageError('Missing body. Pass a JSON file with --data FILE, or pipe JSON in.');
  const text = isStandardInput ? await readAll(stdin) : await readDataFile(file);
  const name = isStandardInput ? 'standard input' : file;
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The body in ${name} is not JSON: ${reason}.`);
  }
  return text;
}

async function readAll(stdin: AsyncIterable<string | Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

async function readDataFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usageError(`--data: cannot read ${file} (${systemErrorCode(error)}).`);
  }
}
