import type { MoveEvent, ReportMove } from '../move/move-events.js';
import type { CommandIo } from './command.js';

/** The number of characters of the progress bar. */
const barWidth = 30;

/** Creates a function that prints what a move does: with a progress bar on a terminal, otherwise in lines. */
export function createMoveReport(from: string, to: string, stdout: CommandIo['stdout']): ReportMove {
  const copied = new Map<string, number>();
  let total = 0;
  const print = (line: string): void => {
    // Erases the progress bar.
    stdout.write(stdout.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
  };

  function showCopied({ table, rows, of }: Extract<MoveEvent, { type: 'copied' }>): void {
    copied.set(table, rows);
    if (!stdout.isTTY) {
      print(`${table}: copied ${rows} of ${of} rows`);
      return;
    }
    let sum = 0;
    for (const count of copied.values()) sum += count;
    stdout.write(`\r\x1b[K${formatBar(total === 0 ? 1 : sum / total)} ${table} ${rows} of ${of} rows`);
  }

  return (event) => {
    switch (event.type) {
      case 'started':
        total = event.rows;
        for (const [table, rows] of Object.entries(event.done)) copied.set(table, rows);
        print(`${event.resumed ? 'Resuming the move of' : 'Moving'} ${from} to ${to}: ${total} rows.`);
        break;
      case 'copied':
        showCopied(event);
        break;
      case 'compared':
        print(`${event.table}: ${event.rows} rows are equal, SHA-256 ${event.hash}`);
        break;
      default:
        print(
          event.findings.length === 0
            ? 'The results match the answers.'
            : 'Some results do not match the answers, as before the move:',
        );
        for (const finding of event.findings) print(`  ${finding}`);
    }
  };
}

function formatBar(share: number): string {
  const filled = Math.min(barWidth, Math.floor(share * barWidth));
  const percent = String(Math.min(100, Math.floor(share * 100))).padStart(3);
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${percent} %`;
}
