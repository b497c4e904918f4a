import type { AskKind, Embedded } from '@askwell/server/contract';
import type { InitialValues } from '../inputs/control.js';
import type { Answers } from './local-state.js';

let defaultServer = '';

/** Sets the server URL of elements without the attribute `server`, and of code. */
export function setServer(url: string): void {
  defaultServer = url;
}

/**
 * Returns the URL of the server for an element's data, or for code if there is no element. It has no slash at the end. Data may come from
 * a server that the page does not trust: the data is shown only as text and pictures.
 */
export function serverFor(host?: Element): string {
  return (host?.getAttribute('server') || defaultServer || location.origin).replace(/\/$/, '');
}

/**
 * Returns the definition inside an element, which saves a request. Undefined if the element has no definition, or if it is not valid JSON.
 */
export function inlineDefinition<K extends AskKind>(host: Element): Embedded<K> | undefined {
  const script = host.querySelector(':scope > script[type="application/json"]');
  try {
    const definition: Embedded<K> | undefined = script ? JSON.parse(script.textContent ?? '') : undefined;
    return definition;
  } catch {
    return undefined;
  }
}

/** Returns whether an element contains fallback content, such as a plain form. */
export function hasFallback(host: Element): boolean {
  return host.querySelector(':scope > :not(script, template)') !== null;
}

/**
 * Returns the initial values of inputs, from the element's attributes or the page's URL. The names are the same as in plain forms.
 * An input may have several IDs.
 */
export function prefillFor(host: Element): (...ids: string[]) => InitialValues {
  const attribute = (name: string) => host.getAttribute(name) ?? '';
  const sources = [{ ticket: attribute('ticket') }, attribute('prefill'), location.search].map(
    (from) => new URLSearchParams(from),
  );
  return (...ids) =>
    (suffix, isConsent) => {
      // The write-in of a poll is a member of the vote itself.
      const names = ids.map((id) => (id + suffix).replace(/^choices\.other$/, 'other'));
      return (
        (isConsent ? sources.slice(0, 2) : sources)
          .flatMap((source) => names.map((name) => source.getAll(name)))
          .find(([first]) => first) ?? []
      );
    };
}

/** Returns the initial values of a form that changes an earlier answer. Undefined if that answer is not known. */
export function previousValues(answers: Answers | undefined): ((id: string) => InitialValues) | undefined {
  return (
    answers &&
    ((id) => (suffix) =>
      [answers[id] ?? []]
        .flat()
        .flatMap((part) => (suffix ? (new Map(Object.entries(part)).get(suffix.slice(1)) ?? []) : part))
        .map(String))
  );
}
