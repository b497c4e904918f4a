import type { Logger } from '../logger.js';
import { setTimeout } from '../timers.js';
import { type EventKind, eventKindRules } from './event-kinds.js';

/** What is logged of an event: ids and a fingerprint of the client. */
export interface EventDetails {
  readonly account?: number | undefined;
  readonly client?: string | undefined;
  readonly subject?: number | undefined;
}

/** The lines of one kind within a second. */
interface Second {
  lines: number;
  held: { count: number; details: EventDetails } | undefined;
  readonly timer: NodeJS.Timeout;
}

/** Lines a second for a kind that only owners cause. */
const maxLinesPerSecond = 20;

/** Logs one line for each event. Events beyond the maximum of a second are counted in one line at its end. */
export interface EventLog {
  add(kind: EventKind, details: EventDetails): void;
  /** Writes the lines that are held back. */
  flush(): void;
}

export function createEventLog(logger: Logger): EventLog {
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
    const timer = setTimeout(() => end(kind), 1_000).unref();
    const second: Second = { lines, held: undefined, timer };
    seconds.set(kind, second);
    return second;
  }

  function end(kind: EventKind): void {
    const held = seconds.get(kind)?.held;
    seconds.delete(kind);
    if (!held) return;
    begin(kind, 1);
    write(kind, held.details, held.count);
  }

  return {
    add(kind, details) {
      const second = seconds.get(kind) ?? begin(kind, 0);
      if (second.lines >= (eventKindRules(kind).isCounted ? 1 : maxLinesPerSecond)) {
        second.held = second.held
          ? { count: second.held.count + 1, details: commonDetails(second.held.details, details) }
          : { count: 1, details };
        return;
      }
      second.lines++;
      write(kind, details);
    },

    flush() {
      for (const [kind, { timer, held }] of seconds) {
        clearTimeout(timer);
        seconds.delete(kind);
        if (held) write(kind, held.details, held.count);
      }
    },
  };
}

/** What is the same in both: one line for several events tells only what holds for all of them. */
function commonDetails(one: EventDetails, other: EventDetails): EventDetails {
  return {
    account: one.account === other.account ? one.account : undefined,
    client: one.client === other.client ? one.client : undefined,
    subject: one.subject === other.subject ? one.subject : undefined,
  };
}
