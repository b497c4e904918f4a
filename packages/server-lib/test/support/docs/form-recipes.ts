import { readDocs } from './read-docs.js';

/** A form on the page `form-logic.md`, with the visitors in the table below it. */
export interface Recipe {
  /** The heading above it. */
  readonly title: string;
  /** The definition as text. */
  readonly json: string;
  readonly visitors: readonly RecipeVisitor[];
}

/** A row of the table of a recipe. */
export interface RecipeVisitor {
  /** The answers as text. */
  readonly answers: string;
  readonly outcome: ShownOutcome;
}

/** What a visitor gets, as the table says. */
export interface ShownOutcome {
  /** The IDs of the fields that the visitor sees. Empty if the submission is refused. */
  readonly fields: readonly string[];
  readonly variables: unknown;
  /** The ID of the ending and its text, or the reason why the submission is refused. */
  readonly end: string;
}

const recipe = /```json\n(.*?)^```$(.*)/ms;
const row = /^\| (`\{.*?\}`) \| (.*?)\| (.*?)\| (.*) \|$/gm;

/** Returns the recipes of the page, in their order. */
export async function recipesOf(name: string): Promise<Recipe[]> {
  return (await readDocs(name)).split(/^## /m).flatMap((section) => {
    const [, json, below = ''] = recipe.exec(section) ?? [];
    if (json === undefined) return [];
    const visitors = [...below.matchAll(row)].map(([, answers = '', fields = '', variables = '', end = '']) => ({
      answers: codeIn(answers),
      outcome: {
        fields: [...fields.matchAll(/`(\w+)`/g)].map(([, id = '']) => id),
        variables: JSON.parse(codeIn(variables) || '{}'),
        end: end.replaceAll('`', ''),
      },
    }));
    return [{ title: section.slice(0, section.indexOf('\n')), json, visitors }];
  });
}

function codeIn(cell: string): string {
  return cell.trim().replaceAll('`', '');
}
