import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the tests of durability first: they mostly wait for other processes, and at the end of a project, a core would have nothing else
 * to do.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b));
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

function placeOf({ moduleId }: TestSpecification): number {
  return moduleId.includes('/test/durability/') ? 0 : 1;
}
