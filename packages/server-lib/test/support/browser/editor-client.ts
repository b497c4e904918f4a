import type { FormBrowser, Page } from './form-browser.js';

/** The fields of the form of the editor, as a browser sends them. */
export type EditorFields = [name: string, value: string][];

/** Opens a page of the editor and returns its form with its values. */
export async function openEditor(browser: FormBrowser, path: string): Promise<{ page: Page; fields: EditorFields }> {
  const page = await browser.open(path);
  const form = /<form [^>]*id="editor"[^>]*>([\s\S]*?)<\/form>/.exec(page.text)?.[1];
  if (form === undefined) throw new Error(`The page has no editor. It was answered ${page.status}: ${page.text}`);
  return { page, fields: fieldsIn(form) };
}

/** Returns the fields of a form that is sent to a path, with the fields of the page that only browsers without scripts send. */
export function plainFields({ text }: Page, path: string): EditorFields {
  const form = new RegExp(`<form [^>]*action="${path}"[^>]*>([\\s\\S]*?)</form>`).exec(text)?.[1] ?? '';
  const base = /<noscript><input type="hidden" form="editor" name="base" value="([^"]*)">/.exec(text)?.[1];
  return [...fieldsIn(form), ...(base === undefined ? [] : [['base', decoded(base)] satisfies [string, string]])];
}

/** Returns the fields with other values. Fields that the form does not have are added. */
export function filledIn(fields: EditorFields, values: Readonly<Record<string, string>>): EditorFields {
  const kept = fields.filter(([name]) => !(name in values));
  return [...kept, ...Object.entries(values)];
}

/** Saves a definition as the script of the editor does. */
export function sendDraft(browser: FormBrowser, id: string, revision: string, definition: object): Promise<Page> {
  return browser.send(`/dashboard/asks/${id}/working-copy`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ revision, definition }),
  });
}

const control = /<input ([^>]*)>|<textarea ([^>]*)>([^<]*)<\/textarea>|<select ([^>]*)>([\s\S]*?)<\/select>/g;

function fieldsIn(form: string): EditorFields {
  return [...form.matchAll(control)].flatMap(([, input, area, text, select, options]): EditorFields => {
    const attributes = input ?? area ?? select ?? '';
    const name = attribute(attributes, 'name');
    // A control with the attribute `form` belongs to another form.
    if (name === undefined || attribute(attributes, 'form') !== undefined) return [];
    if (area !== undefined) return [[name, decoded(text ?? '').replace(/^\n/, '')]];
    if (select !== undefined) return [[name, selected(options ?? '')]];
    const isChoice = ['checkbox', 'radio'].includes(attribute(attributes, 'type') ?? '');
    if (isChoice && !/ checked\b/.test(attributes)) return [];
    return [[name, attribute(attributes, 'value') ?? '']];
  });
}

function selected(options: string): string {
  const all = [...options.matchAll(/<option ([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
  return attribute(all.find((attributes) => / selected\b/.test(attributes)) ?? all[0] ?? '', 'value') ?? '';
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decoded(value);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function decoded(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] ?? '');
}
