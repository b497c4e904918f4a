import type { Histogram, Labels, Metric } from './instruments.js';

/** The media type of the Prometheus text format. */
export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';

/** Formats metrics in the Prometheus text format. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics.map(formatMetric).join('');
}

function formatMetric(metric: Metric): string {
  const { name, help } = metric.info;
  const type = metric.type === 'amount' ? 'gauge' : metric.type;
  const lines = [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`];
  if (metric.type === 'histogram') lines.push(...formatHistogram(name, metric));
  else for (const [labels, value] of metric.samples()) lines.push(formatSample(name, labels, value));
  return `${lines.join('\n')}\n`;
}

/** Buckets are cumulative: each contains the values of the smaller ones. */
function* formatHistogram(name: string, histogram: Histogram): Generator<string> {
  for (const { labels, state } of histogram.distributions()) {
    let count = 0;
    for (const [at, added] of state.counts.entries()) {
      count += added;
      yield formatSample(
        `${name}_bucket`,
        { ...labels, le: formatValue(histogram.bounds[at] ?? Number.POSITIVE_INFINITY) },
        count,
      );
    }
    yield formatSample(`${name}_sum`, labels, state.sum);
    yield formatSample(`${name}_count`, labels, count);
  }
}

function formatSample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${formatValue(value)}`;
}

function formatValue(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
