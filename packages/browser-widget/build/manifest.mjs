// Writes the custom elements manifest (https://github.com/webcomponents/custom-elements-manifest), which editors read.
// Attributes and events come from src/events.ts with their doc comments.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { customProperties, parts } from './styles.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const kinds = { poll: 'AskwellPoll', quiz: 'AskwellQuiz', form: 'AskwellForm' };
const module = 'dist/index.js';

/** Writes the manifest into `dist`. */
export async function writeManifest() {
  const source = await parse('src/events.ts');
  const declarations = await Promise.all(Object.entries(kinds).map(([kind, name]) => declare(kind, name, source)));
  const modules = [
    {
      kind: 'javascript-module',
      path: module,
      declarations,
      exports: declarations.flatMap(({ name, tagName }) => [
        { kind: 'js', name, declaration: { name, module } },
        { kind: 'custom-element-definition', name: tagName, declaration: { name, module } },
      ]),
    },
  ];
  const manifest = { schemaVersion: '1.0.0', readme: 'README.md', modules };
  await writeFile(`${packageFolder}dist/custom-elements.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}

async function declare(kind, name, source) {
  const file = await parse(`src/elements/${kind}.ts`);
  const statement = file.statements.find((node) => ts.isClassDeclaration(node) && node.name?.text === name);
  return {
    kind: 'class',
    name,
    tagName: `askwell-${kind}`,
    customElement: true,
    description: commentOf(statement),
    superclass: { name: 'HTMLElement' },
    attributes: [
      { name: `${kind}-id`, type: { text: 'string' }, description: `ID of the ${kind}.` },
      ...membersOf(source, 'AskAttributes'),
      {
        name: 'state',
        type: { text: 'string' },
        description: 'What the element shows. Set by the element. Read-only.',
      },
    ],
    events: membersOf(source, 'AskEvents').map(({ type, ...event }) => ({
      ...event,
      type: { text: type.text.replace('<K>', `<'${kind}'>`) },
    })),
    cssProperties: Object.entries(customProperties).map(([property, description]) => ({ name: property, description })),
    cssParts: Object.entries(parts).flatMap(([description, names]) =>
      names.split(' ').map((part) => ({ name: part, description })),
    ),
  };
}

async function parse(file) {
  return ts.createSourceFile(file, await readFile(packageFolder + file, 'utf8'), ts.ScriptTarget.ES2022, true);
}

/** The members of an interface with their types and doc comments. */
function membersOf(source, name) {
  const found = source.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name);
  return found.members.map((member) => ({
    name: member.name.text,
    type: { text: member.type.getText().replace(' | undefined', '') },
    description: commentOf(member),
  }));
}

function commentOf(node) {
  const [{ comment } = {}] = ts.getJSDocCommentsAndTags(node);
  if (!comment) throw new Error(`No doc comment: ${node.getText()}`);
  return ts.getTextOfJSDocComment(comment);
}
