import { describe } from 'vitest';
import { testComponents } from './support/component-tests.js';
import { latestReact } from './support/frameworks.js';

// The other frameworks are in components.system.test.ts.
describe(latestReact.name, () => testComponents(latestReact));
