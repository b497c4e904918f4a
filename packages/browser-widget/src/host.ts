import type { AskKind, Embedded } from '@askwell/server/contract';
import type { Given } from './inputs/control.js';

let known = '';

/** Where the server is, for elements that don't say. */
export function setServer(url: string): void {
  known = url.replace(/\/$/, '');
}

/** Where the server of an element is. */
export function serverOf(host: Element): string {
  return host.getAttribute('server')?.replace(/\/$/, '') || known || location.origin;
}

/** The definition that stands in an element, with which it needs no request. */
export function inlineIn<K extends AskKind>(host: Element): Embedded<K> | undefined {
  const script = host.querySelector(':scope > script[type="application/json"]');
  if (!script) return undefined;
  const definition: Embedded<K> = JSON.parse(script.textContent ?? '');
  return definition;
}

/** Whether there is something in an element that does without it, such as a plain form. */
export function hasFallback(host: Element): boolean {
  return host.querySelector(':scope > :not(script, template)') !== null;
}

/** A setting of an element, or else of the page's address. */
export function settingOf(host: Element, name: string): string | undefined {
  return host.getAttribute(name) || new URLSearchParams(location.search).get(name) || undefined;
}

/** What is given beforehand, under the names that plain forms use: by the attribute `prefill`, else by the page's address. */
export function givenTo(host: Element): (id: string) => Given {
  const [own, page] = [host.getAttribute('prefill') ?? '', location.search].map((text) => new URLSearchParams(text));
  return (id) => (suffix) => {
    // A poll has one place for write-ins, which is called by nothing else.
    const name = (id + suffix).replace(/^choices\.other$/, 'other');
    const values = own?.getAll(name) ?? [];
    return values.length > 0 ? values : (page?.getAll(name) ?? []);
  };
}

/** An address of the web; a definition that stands in a page may hold anything. */
export function webUrl(url: string | null | undefined): string | undefined {
  return url && /^https?:/i.test(url) ? url : undefined;
}
