import type { TestProjectInlineConfiguration } from 'vitest/config';

/** The projects of the tests: one for each tier on a database. */
export declare const testProjects: TestProjectInlineConfiguration[];

/** The reasons why some tests do not run on this machine, one sentence each. */
export declare const leftOut: readonly string[];
