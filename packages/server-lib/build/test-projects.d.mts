import type { TestProjectConfiguration } from 'vitest/config';

/** The projects of the tests: one for each tier on a database. */
export declare const testProjects: TestProjectConfiguration[];
