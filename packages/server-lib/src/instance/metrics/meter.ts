import {
  type Attributes,
  Histogram,
  type Labels,
  type Metric,
  type MetricInfo,
  type ValueMetric,
} from './instruments.js';

/** The description of an instrument for a meter. */
export interface MeterInstrumentOptions {
  description?: string;
  unit?: string;
  advice?: { explicitBucketBoundaries?: number[] };
}

/** A histogram of a meter. */
export interface MeterHistogram {
  record(value: number, attributes?: Attributes): void;
}

/** Receives the values of an instrument when the meter collects them. */
export interface MeterResult {
  observe(value: number, attributes?: Attributes): void;
}

/** An instrument whose values a meter collects. */
export interface MeterObservable {
  addCallback(callback: (result: MeterResult) => void): void;
  removeCallback(callback: (result: MeterResult) => void): void;
}

/** What Askwell uses of the `Meter` of `@opentelemetry/api`. */
export interface Meter {
  createHistogram(name: string, options?: MeterInstrumentOptions): MeterHistogram;
  createObservableCounter(name: string, options?: MeterInstrumentOptions): MeterObservable;
  createObservableUpDownCounter(name: string, options?: MeterInstrumentOptions): MeterObservable;
  createObservableGauge(name: string, options?: MeterInstrumentOptions): MeterObservable;
}

/** Reports metrics to a meter. Returns a function that stops this. */
export function reportToMeter(meter: Meter, metrics: readonly Metric[]): () => void {
  const stops = metrics.map((metric) =>
    metric instanceof Histogram ? forwardHistogram(meter, metric) : reportValues(meter, metric),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function forwardHistogram(meter: Meter, metric: Histogram): () => void {
  const { otel } = metric.info;
  if (!otel) return () => {};
  const histogram = meter.createHistogram(otel.name, {
    ...optionsOf(metric.info),
    advice: { explicitBucketBoundaries: [...metric.bounds] },
  });
  metric.forward = (value, attributes) => histogram.record(value, attributes);
  return () => {
    metric.forward = undefined;
  };
}

function reportValues(meter: Meter, metric: ValueMetric): () => void {
  const { otel } = metric.info;
  if (!otel) return () => {};
  const instrument = createObservable(meter, metric.type, otel.name, optionsOf(metric.info));
  const report = (result: MeterResult): void => {
    for (const [labels, value] of metric.samples()) result.observe(value, renameLabels(labels, otel.attributes ?? {}));
  };
  instrument.addCallback(report);
  return () => instrument.removeCallback(report);
}

function createObservable(
  meter: Meter,
  type: ValueMetric['type'],
  name: string,
  options: MeterInstrumentOptions,
): MeterObservable {
  switch (type) {
    case 'counter':
      return meter.createObservableCounter(name, options);
    case 'amount':
      return meter.createObservableUpDownCounter(name, options);
    case 'gauge':
      return meter.createObservableGauge(name, options);
  }
}

function optionsOf({ help, otel }: MetricInfo): MeterInstrumentOptions {
  return { description: help, unit: otel?.unit ?? '1' };
}

function renameLabels(labels: Labels, attributes: Labels): Attributes {
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [attributes[label] ?? label, value]));
}
