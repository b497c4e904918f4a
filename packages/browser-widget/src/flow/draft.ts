import type { AskKind } from '@askwell/server/contract';
import type { FormItem } from '../inputs/control.js';
import { answersOf } from '../kinds/kind.js';
import { messageId } from '../messages/message-id.js';
import type { AskContext } from './ask-context.js';
import { isClosedState } from './closed.js';
import { previousValues } from './host-page.js';
import type { Answers } from './local-state.js';

/** The length of the longest draft that is kept, in characters. */
const maxLength = 50_000;

/** What a visitor typed and has not sent yet. */
interface Draft {
  readonly version: string;
  /** The answers to the questions, and the contact details. Null if the visitor removed a prefilled value. */
  readonly answers: readonly Answers[];
}

/**
 * Fills in what the visitor typed before a reload. Returns a listener for the event `input` of the form, which keeps what the
 * visitor types until it is sent.
 *
 * @param asked The questions. Other questions have other drafts.
 */
export function openDraft<K extends AskKind>(
  { display: { host }, stateKey, view }: AskContext<K>,
  asked: unknown,
  ownItems: readonly FormItem[],
  extraItems: readonly FormItem[],
): (event: Event) => void {
  const key = `askwell:draft:${stateKey}`;
  // The order of questions and options may differ from one page view to the next.
  const version = messageId(
    `${JSON.stringify(asked)}`
      .split(/[{}[\],]/)
      .sort()
      .join(),
  );
  const groups = [ownItems.filter((item) => !item.isHiddenField), extraItems.filter(({ id }) => id !== 'ticket')];
  const touched = new Set<FormItem>();
  // React 18 writes `false` into the attribute.
  const isOff = () => (host.getAttribute('no-draft') ?? 'false') !== 'false';
  const drafted = isOff() ? [] : readDraft(key, version);
  for (const [at, items] of groups.entries()) {
    const answers = drafted[at] ?? {};
    const values = previousValues(answers);
    for (const item of items.filter(({ id }) => Object.hasOwn(answers, id))) {
      if (values) item.setAnswer?.(values(item.id));
      touched.add(item);
    }
  }
  host.addEventListener('askwell:answer', ({ detail }) => detail.id === view.id && writeDraft(key));
  host.addEventListener('askwell:error', ({ detail }) => isClosedState(detail.code) && writeDraft(key));
  return ({ target }) => {
    for (const item of groups.flat()) if (target instanceof Node && item.element.contains(target)) touched.add(item);
    const answers = groups.map((items) => answersOf(items.filter((item) => touched.has(item))));
    if (!isOff())
      writeDraft(
        key,
        JSON.stringify({ version, answers }, (_name, value) => value ?? null),
      );
  };
}

/** Returns the answers of a draft. The storage may be unavailable, and other scripts may have written to it. */
function readDraft(key: string, version: string): readonly Answers[] {
  try {
    const draft: Draft = JSON.parse(sessionStorage.getItem(key) ?? '');
    return draft.version === version ? draft.answers : [];
  } catch {
    return [];
  }
}

function writeDraft(key: string, text = ''): void {
  try {
    if (text && text.length <= maxLength) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // The storage is unavailable or full.
  }
}
