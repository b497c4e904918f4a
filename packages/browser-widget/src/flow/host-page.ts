import type { AskKind, Embedded } from '@askwell/server/contract';
import type { Given } from '../inputs/control.js';
import type { Answers } from './local-state.js';

let known = '';

/** Where the server is, for elements that don't say. */
export function setServer(url: string): void {
  known = url;
}

/** Where the server of an element is. */
export function serverOf(host: Element): string {
  return (host.getAttribute('server') || known || location.origin).replace(/\/$/, '');
}

/** The definition that stands in an element, with which it needs no request; none that can't be read. */
export function inlineIn<K extends AskKind>(host: Element): Embedded<K> | undefined {
  const script = host.querySelector(':scope > script[type="application/json"]');
  try {
    const definition: Embedded<K> | undefined = script ? JSON.parse(script.textContent ?? '') : undefined;
    return definition;
  } catch {
    return undefined;
  }
}

/** Whether there is something in an element that does without it, such as a plain form. */
export function hasFallback(host: Element): boolean {
  return host.querySelector(':scope > :not(script, template)') !== null;
}

/**
 * What is given beforehand, under the names that plain forms use: by attributes, else by the page's address. An input may
 * be known by several ids.
 */
export function givenTo(host: Element): (...ids: string[]) => Given {
  const told = (name: string) => host.getAttribute(name) ?? '';
  const sources = [{ ticket: told('ticket') }, told('prefill'), location.search].map(
    (from) => new URLSearchParams(from),
  );
  return (...ids) =>
    (suffix) => {
      // A poll has one place for write-ins, which is called by nothing else.
      const names = ids.map((id) => (id + suffix).replace(/^choices\.other$/, 'other'));
      return sources.flatMap((source) => names.map((name) => source.getAll(name))).find(([first]) => first) ?? [];
    };
}

/** What was answered, to be changed; nothing where that is not known. */
export function givenIn(answers: Answers | undefined): ((id: string) => Given) | undefined {
  return (
    answers &&
    ((id) => (suffix) =>
      [answers[id] ?? []]
        .flat()
        .flatMap((part) => (suffix ? (new Map(Object.entries(part)).get(suffix.slice(1)) ?? []) : part))
        .map(String))
  );
}
