import type { Clock, Timer } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { type EventKind, eventKindRules } from './event-kinds.js';
import { maxLinesPerSecond } from './limits.js';

/** The logged details of an event: IDs and a fingerprint of the client. */
export interface EventDetails {
  readonly account?: number | undefined;
  readonly client?: string | undefined;
  readonly subject?: number | undefined;
}

/** The lines of one kind within a second, and the events that exceed them. */
interface Second {
  lines: number;
  pending: { count: number; details: EventDetails } | undefined;
  readonly timer: Timer;
}

/** Writes a line for each event. The events that exceed the maximum of a second are logged as one line at its end. */
export interface EventLog {
  add(kind: EventKind, details: EventDetails): void;
  /** Writes the pending lines. */
  flush(): void;
}

export function createEventLog(clock: Clock, logger: Logger): EventLog {
  const seconds = new Map<EventKind, Second>();

  function write(kind: EventKind, { account, client, subject }: EventDetails, count = 1): void {
    const { level, message } = eventKindRules(kind);
    const details = {
      event: kind,
      ...(count > 1 ? { count } : {}),
      ...(account === undefined ? {} : { account }),
      ...(client === undefined ? {} : { client }),
      ...(subject === undefined ? {} : { [kind.startsWith('key') ? 'key' : 'site']: subject }),
    };
    try {
      logger[level](details, `Security event: ${message}.`);
    } catch {
      // A logger that fails must not fail a sign-in, nor end the process from a timer.
    }
  }

  function begin(kind: EventKind, lines: number): Second {
    const timer = clock.setTimeout(() => end(kind), 1_000);
    const second: Second = { lines, pending: undefined, timer };
    seconds.set(kind, second);
    return second;
  }

  function end(kind: EventKind): void {
    const pending = seconds.get(kind)?.pending;
    seconds.delete(kind);
    if (!pending) return;
    begin(kind, 1);
    write(kind, pending.details, pending.count);
  }

  return {
    add(kind, details) {
      const second = seconds.get(kind) ?? begin(kind, 0);
      if (second.lines >= (eventKindRules(kind).isCounted ? 1 : maxLinesPerSecond)) {
        second.pending = second.pending
          ? { count: second.pending.count + 1, details: commonDetails(second.pending.details, details) }
          : { count: 1, details };
        return;
      }
      second.lines++;
      write(kind, details);
    },

    flush() {
      for (const [kind, { timer, pending }] of seconds) {
        timer.cancel();
        seconds.delete(kind);
        if (pending) write(kind, pending.details, pending.count);
      }
    },
  };
}

/** Returns the details that two events share, since one line for several events may only contain shared details. */
function commonDetails(a: EventDetails, b: EventDetails): EventDetails {
  return {
    account: a.account === b.account ? a.account : undefined,
    client: a.client === b.client ? a.client : undefined,
    subject: a.subject === b.subject ? a.subject : undefined,
  };
}
