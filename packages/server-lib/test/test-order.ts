import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testProjects } from './test-projects.mjs';

const names = testProjects.map(({ test }) => test?.name);

/**
 * Starts the projects in their order. A worker that has no file of one project left starts with the next one. Tests of durability mostly
 * wait for other processes, so they start first: at the end of a project, a core would have nothing else to do.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  return 2 * names.indexOf(project.name) + (moduleId.includes('/test/durability/') ? 0 : 1);
}
