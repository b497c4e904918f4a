import { readFile } from 'node:fs/promises';

/** An instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

const root = new URL('../../../../../', import.meta.url);

export function readRoot(name: string): Promise<string> {
  return readFile(new URL(name, root), 'utf8');
}

/** Reads the Dockerfile. Returns the instructions of each stage, from its FROM. */
export async function readStages(): Promise<Instruction[][]> {
  const text = (await readRoot('Dockerfile')).replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '');
  const instructions = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** Returns the texts of all instructions with a name. */
export function textsOf(stage: readonly Instruction[], name: string): string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** Returns the words of an instruction in exec form, such as `CMD ["node", "server.js"]`. */
export function wordsIn(text: string): string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new Error(`Not in exec form: ${text}`);
}
