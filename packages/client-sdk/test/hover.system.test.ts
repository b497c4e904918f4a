import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';

/** Inside the package, so that the program can import it by its name. Exists only in the host below. */
const file = fileURLToPath(new URL('hover.mts', import.meta.url));
const program = `
import { Askwell } from '@askwell/client';
const { forms, polls, quizzes } = new Askwell();
const form = await forms.create({
  title: 'F',
  fields: [
    { id: 'email', type: 'email', label: 'Email', required: true },
    { id: 'room', type: 'dropdown', label: 'Room', options: ['Sea', { id: 'garden', label: 'Garden' }] },
    { id: 'liked', type: 'multiple_choice', label: 'Liked', options: ['Room', 'Food'], other: true },
    { id: 'how', type: 'matrix', label: 'How', rows: ['Bed', 'Bath'], options: ['Good', 'Bad'] },
  ],
  variables: [{ id: 'price', type: 'number' }],
  endings: [{ id: 'done', title: 'Done' }],
});
const submission = await forms.submissions.get(form.id, '');
const { answers } = submission;
const poll = await polls.create({ title: 'P', options: ['Yes', 'No'] });
const vote = await polls.votes.get(poll.id, '');
const receipt = await polls.votes.create(poll.id, { choices: ['o1'] });
const quiz = await quizzes.create({
  title: 'Q',
  questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
});
const attempt = await quizzes.attempts.get(quiz.id, '');
const { answers: given } = attempt;
`;

const submitted =
  '{ email: string; room?: "garden" | "o1"; liked?: (WriteIn | "o1" | "o2")[]; ' +
  'how?: { r1?: "o1" | "o2"; r2?: "o1" | "o2"; }; }';

let service: ts.LanguageService;
beforeAll(() => {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      types: ['node'],
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      noErrorTruncation: true,
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = name === file ? program : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? program : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  service = ts.createLanguageService(host);
});

/** Returns what an editor shows for the variable of this name, in one line. */
function hover(name: string): string {
  const at = program.search(new RegExp(`\\b${name}\\b( \\}| =)`));
  const parts = service.getQuickInfoAtPosition(file, at)?.displayParts;
  return ts.displayPartsToString(parts).replace(/\s+/g, ' ');
}

describe('an editor shows the members of', () => {
  test('the answers of a submission', () => {
    expect(hover('answers')).toBe(`const answers: ${submitted}`);
  });

  test('the answers of an attempt', () => {
    expect(hover('given')).toBe('const given: { italy?: "o1" | "o2"; }');
  });

  test.each([
    ['submission', `answers: ${submitted};`],
    ['submission', 'variables: { price: number; }; ending: "done" | null;'],
    ['attempt', 'answers: { italy?: "o1" | "o2"; };'],
    ['vote', 'choices: ("o1" | "o2")[]; ratings: null; other: null;'],
    ['receipt', 'choices: ("o1" | "o2")[]; ratings: null; other: null;'],
  ])('a %s, without the names of helpers', (name, members) => {
    const shown = hover(name);
    expect(shown).toContain(members);
    expect(shown).toMatch(/^const \w+: \{ .*id: string; .*\}$/);
    expect(shown).not.toMatch(/Omit|Plain|Of<|&/);
  });
});
