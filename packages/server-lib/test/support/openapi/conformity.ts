import { afterAll, afterEach, expect, vi } from 'vitest';
import type { Pipeline, PipelineOptions } from '../../../src/api/request-pipeline.js';
import { type Checker, createChecker } from './checker.js';
import { RecordedExchange } from './recorded-exchange.js';

/*
 * Compares every reply of every server in this process with the OpenAPI document. A reply that does not conform fails the
 * test.
 */

const faults: string[] = [];

vi.mock(import('../../../src/api/request-pipeline.js'), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, createPipeline: (options) => watched(original.createPipeline(options), options) };
});

function watched(pipeline: Pipeline, options: PipelineOptions): Pipeline {
  let checker: Checker | undefined;
  return {
    find: pipeline.find,
    admit: pipeline.admit,
    async handle(exchange, route, admission) {
      checker ??= createChecker(options.apiEndpoints, options.pageEndpoints, (fault) => faults.push(fault));
      const recorded = new RecordedExchange(exchange);
      return checker(recorded, await pipeline.handle(recorded, route, admission));
    },
  };
}

function expectNoFaults(): void {
  expect(faults.splice(0), 'Replies that do not conform to the OpenAPI document').toEqual([]);
}

afterEach(expectNoFaults);
afterAll(expectNoFaults);
