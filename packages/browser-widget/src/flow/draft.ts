import type { AskKind } from '@askwell/server/contract';
import type { FormItem } from '../inputs/control.js';
import { type AskContext, answersOf } from '../kinds/kind.js';
import { messageId } from '../messages/message-id.js';
import { isClosedState } from './closed.js';
import { previousValues } from './host-page.js';
import type { Answers } from './local-state.js';
import type { StepDraft } from './paged-form-types.js';

/** The length of the longest item that is kept, in characters. */
const maxLength = 50_000;

/** The input of a visitor that is not sent yet. */
interface Draft extends Pick<StepDraft, 'step'> {
  readonly version: string;
  /** The answers to the questions, and the contact details. Null if the visitor removed a prefilled value. */
  readonly answers: readonly Answers[];
}

/**
 * Restores the visitor's input after a reload, and keeps new input until it is sent.
 *
 * @param asked The questions. Other questions have other drafts.
 */
export function openDraft<K extends AskKind>(
  { display: { host }, stateKey, view }: AskContext<K>,
  asked: unknown,
  ownItems: readonly FormItem[],
  extraItems: readonly FormItem[],
): StepDraft {
  const key = `askwell:draft:${stateKey}`;
  // The order of questions and options may differ from one page view to the next.
  const parts = `${JSON.stringify(asked)}`.split(/[{}[\],]/);
  const version = messageId(parts.sort().join());
  const groups = [ownItems.filter(({ type }) => type !== 'hidden'), extraItems.filter(({ id }) => id !== 'ticket')];
  const touched = new Set<FormItem>();
  // React 18 writes `false` into the attribute.
  const isOff = () => (host.getAttribute('no-draft') ?? 'false') !== 'false';
  const drafted = isOff() ? undefined : readDraft(key, version);
  let step = drafted?.step;
  const keep = () => {
    if (isOff()) return;
    const answers = groups.map((items) => answersOf(items.filter((item) => touched.has(item))));
    const draft = JSON.stringify({ version, answers, step }, (_name, value) => value ?? null);
    writeItem(key, draft);
  };
  for (const [at, items] of groups.entries()) {
    const answers = drafted?.answers[at] ?? {};
    const values = previousValues(answers);
    for (const item of items) {
      if (values && Object.hasOwn(answers, item.id)) {
        item.setAnswer?.(values(item.id));
        touched.add(item);
      }
      item.element.addEventListener('input', () => {
        touched.add(item);
        keep();
      });
    }
  }
  host.addEventListener('askwell:answer', ({ detail }) => detail.id === view.id && writeItem(key));
  host.addEventListener('askwell:error', ({ detail }) => isClosedState(detail.code) && writeItem(key));
  return {
    step,
    keepStep(shown) {
      step = shown;
      keep();
    },
  };
}

/** Returns a draft. The storage may be unavailable, and other scripts may have written to it. */
function readDraft(key: string, version: string): Draft | undefined {
  try {
    const draft: Draft = JSON.parse(sessionStorage.getItem(key) ?? '');
    return draft.version === version ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Writes an item to the storage, or removes it if the text is empty or too long. */
export function writeItem(key: string, text = ''): void {
  try {
    if (text && text.length <= maxLength) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // The storage is unavailable or full.
  }
}
