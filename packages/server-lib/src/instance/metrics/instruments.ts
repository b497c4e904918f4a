/** Labels by name. */
export type Labels = Readonly<Record<string, string>>;

/** A value, and the labels that tell it from the other values of its metric. */
export type MetricSample = readonly [labels: Labels, value: number];

/** What a metric is called, and what it means. */
export interface MetricInfo {
  /** The name in the Prometheus text format. */
  readonly name: string;
  readonly help: string;
  /** The name, unit and attributes in OpenTelemetry. Absent: a meter does not get it. */
  readonly otel?: { readonly name: string; readonly unit: string; readonly attributes?: Labels };
}

/**
 * How the values of a metric behave: a `counter` never decreases, an `amount` can be added up over processes, and a `gauge`
 * cannot.
 */
export type MetricType = 'counter' | 'amount' | 'gauge';

/** A metric with one value for each combination of labels. */
export interface ValueMetric {
  readonly info: MetricInfo;
  readonly type: MetricType;
  samples(): Iterable<MetricSample>;
}

export type Metric = ValueMetric | Histogram;

/** States by the values of labels. The values must come from a small set: each combination stays in memory. */
class Series<State> {
  readonly #byKey = new Map<string, { readonly labels: Labels; readonly state: State }>();

  constructor(
    private readonly names: readonly string[],
    private readonly create: () => State,
  ) {
    // Without labels, the metric exists before the first event.
    if (names.length === 0) this.get([]);
  }

  get(values: readonly string[]): State {
    const key = values.join('\n');
    const existing = this.#byKey.get(key);
    if (existing) return existing.state;
    const labels = Object.fromEntries(this.names.map((name, at) => [name, values[at] ?? '']));
    const state = this.create();
    this.#byKey.set(key, { labels, state });
    return state;
  }

  all(): Iterable<{ readonly labels: Labels; readonly state: State }> {
    return this.#byKey.values();
  }
}

/** Counts events. */
export class Counter implements ValueMetric {
  readonly type = 'counter';
  readonly #series: Series<{ count: number }>;

  constructor(
    readonly info: MetricInfo,
    labelNames: readonly string[] = [],
  ) {
    this.#series = new Series(labelNames, () => ({ count: 0 }));
  }

  add(labelValues: readonly string[] = [], amount = 1): void {
    this.#series.get(labelValues).count += amount;
  }

  *samples(): Generator<MetricSample> {
    for (const { labels, state } of this.#series.all()) yield [labels, state.count];
  }
}

/** Returns a metric whose values are read when they are needed. */
export function observed(info: MetricInfo, type: MetricType, read: () => number | Iterable<MetricSample>): ValueMetric {
  return {
    info,
    type,
    samples() {
      const value = read();
      return typeof value === 'number' ? [[{}, value]] : value;
    },
  };
}

/** The observations of one combination of labels. `counts` has a member for each bucket, and one for larger values. */
interface Distribution {
  readonly counts: number[];
  sum: number;
}

/** Attributes of OpenTelemetry. */
export type Attributes = Record<string, string | number>;

/** Receives each observation of a histogram. */
export type Forward = (value: number, attributes: Attributes) => void;

/** Counts observations in buckets. */
export class Histogram {
  readonly type = 'histogram';
  readonly #series: Series<Distribution>;
  /** Set by a meter, which computes its own buckets. */
  forward: Forward | undefined;

  /** @param bounds The largest values of the buckets, ascending. */
  constructor(
    readonly info: MetricInfo,
    readonly bounds: readonly number[],
    labelNames: readonly string[] = [],
  ) {
    this.#series = new Series(labelNames, () => ({ counts: Array(bounds.length + 1).fill(0), sum: 0 }));
  }

  /** @param attributes What a meter gets instead of labels. */
  observe(value: number, labelValues: readonly string[] = [], attributes: Attributes = {}): void {
    const distribution = this.#series.get(labelValues);
    let at = 0;
    while (value > (this.bounds[at] ?? Number.POSITIVE_INFINITY)) at++;
    distribution.counts[at] = (distribution.counts[at] ?? 0) + 1;
    distribution.sum += value;
    this.forward?.(value, attributes);
  }

  distributions(): Iterable<{ readonly labels: Labels; readonly state: Readonly<Distribution> }> {
    return this.#series.all();
  }
}
