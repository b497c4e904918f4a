/** A metric of the Prometheus text format. */
export interface ParsedMetric {
  readonly type: string;
  readonly help: string;
  /** The values by their names and labels as they are written. */
  readonly samples: ReadonlyMap<string, number>;
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const helpLine = new RegExp(`^# HELP (${name}) ([^\\n]+)$`);
const typeLine = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram)$`);
const sampleLine = new RegExp(`^((${name})(?:\\{(?:${label})(?:,${label})*\\})?) ([+-]?(?:\\d[\\d.e+-]*|Inf)|NaN)$`);

/**
 * Parses the Prometheus text format by its specification.
 *
 * @throws Error if a line is invalid, or a metric has no `HELP` and `TYPE` before its samples.
 */
export function parseMetrics(text: string): Map<string, ParsedMetric> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const metrics = new Map<string, { type: string; help: string; samples: Map<string, number> }>();
  const helps = new Map<string, string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helpOf, help] = helpLine.exec(line) ?? [];
    const [, typeOf, type] = typeLine.exec(line) ?? [];
    const [, key, sampleOf = '', value] = sampleLine.exec(line) ?? [];
    if (helpOf !== undefined && help !== undefined && !helps.has(helpOf)) helps.set(helpOf, help);
    else if (typeOf !== undefined && type !== undefined && !metrics.has(typeOf)) {
      current = typeOf;
      metrics.set(current, { type, help: helps.get(current) ?? fail(line), samples: new Map() });
    } else if (key !== undefined && value !== undefined) {
      const metric = metrics.get(current) ?? fail(line);
      const suffixes = metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!suffixes.some((suffix) => sampleOf === current + suffix) || metric.samples.has(key)) fail(line);
      metric.samples.set(key, Number(value.replace('Inf', 'Infinity')));
    } else fail(line);
  }
  return metrics;
}

function fail(line: string): never {
  throw new Error(`Invalid line: ${line}`);
}

/** Returns the histograms' buckets, by their other labels, in the order of the text, and their counts. */
export function bucketsOf(metricName: string, { samples }: ParsedMetric): { buckets: number[]; count: number }[] {
  const series = new Map<string, { buckets: number[]; count: number }>();
  for (const [key, value] of samples) {
    if (key.startsWith(`${metricName}_sum`)) continue;
    const labels = key
      .slice(metricName.length)
      .replace(/^_\w+?(?=\{|$)/, '')
      .replace(/,?le="[^"]*"/, '')
      .replace('{}', '');
    const entry = series.get(labels) ?? { buckets: [], count: Number.NaN };
    series.set(labels, entry);
    if (key.startsWith(`${metricName}_bucket`)) entry.buckets.push(value);
    else entry.count = value;
  }
  return [...series.values()];
}
