import type { TestProjectConfiguration } from 'vitest/config';

/** Returns the projects of the tests: one for each database. */
export declare function testProjects(unitTests: readonly string[]): TestProjectConfiguration[];
