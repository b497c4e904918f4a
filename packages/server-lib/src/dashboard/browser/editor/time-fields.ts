import { type EditorHost, type EditorRoot, listenIn, rootOf } from './editor-host.js';
import { toLocalTime, toUtcTime } from './local-time.js';

/** Lets times be entered in the time zone of the browser. Forms send them in UTC, as they do without scripts. */
export function enableTimeFields({ root, signal }: EditorHost): void {
  showLocalTimes(root);
  listenIn(
    root,
    'formdata',
    ({ formData, target }) => {
      if (!(target instanceof HTMLFormElement)) return;
      for (const input of timeFields(target)) formData.set(input.name, utcOf(input));
    },
    signal,
  );
  // Browsers report a change with each digit of a year, so a value is only corrected when the field is left.
  for (const name of ['input', 'focusout'] as const) {
    const follow = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement) || target.dataset['utc'] === undefined) return;
      const local = toLocalTime(utcOf(target));
      // Clocks skip the time that was entered.
      if (name === 'focusout' && target.value !== local) target.value = local;
      describe(target);
    };
    root.addEventListener(name, follow, { signal });
  }
}

/** Shows the times of the fields of a new page in the time zone of the browser. */
export function showLocalTimes(root: EditorRoot): void {
  for (const input of timeFields(root)) {
    input.value = toLocalTime(input.defaultValue);
    describe(input);
  }
}

const timeFields = (root: ParentNode) => root.querySelectorAll<HTMLInputElement>('input[data-utc]');

/** Returns the time in UTC. An unchanged time stays, even if clocks show it twice. */
function utcOf({ value, defaultValue }: HTMLInputElement): string {
  return value === toLocalTime(defaultValue) ? defaultValue : toUtcTime(value);
}

/** Names the time zone below a field, with the exact time in UTC. */
function describe(input: HTMLInputElement): void {
  const note = rootOf(input).getElementById(`${input.id}-help`)?.querySelector('[data-zone]');
  if (!note) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const utc = utcOf(input).replace('T', ' ');
  note.textContent = `Time zone: ${timeZone}.${utc === '' || timeZone === 'UTC' ? '' : ` ${utc} UTC.`}`;
}
