import { afterAll, afterEach, expect, vi } from 'vitest';
import type { Pipeline, PipelineOptions } from '../../../src/api/request-pipeline.js';
import { type Checker, createChecker } from './checker.js';
import { Overheard } from './overheard.js';

/*
 * Whatever a test asks a server of this process, in whichever way, the reply is held against the OpenAPI document; one that
 * does not fit fails the test.
 */

const faults: string[] = [];

vi.mock(import('../../../src/api/request-pipeline.js'), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, createPipeline: (options) => watched(original.createPipeline(options), options) };
});

function watched(pipeline: Pipeline, options: PipelineOptions): Pipeline {
  let checker: Checker | undefined;
  return {
    owns: pipeline.owns,
    admit: pipeline.admit,
    async handle(exchange, admission) {
      checker ??= createChecker(options.apiEndpoints, options.pageEndpoints, (fault) => faults.push(fault));
      const overheard = new Overheard(exchange);
      return checker(overheard, await pipeline.handle(overheard, admission));
    },
  };
}

function tellFaults(): void {
  expect(faults.splice(0), 'Replies that do not fit the OpenAPI document').toEqual([]);
}

afterEach(tellFaults);
afterAll(tellFaults);
