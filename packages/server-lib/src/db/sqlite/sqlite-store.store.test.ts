import { inMemory, overFiles } from '../../../test/support/store/store-sources.js';
import { describeStore } from '../store.case.js';

describeStore(
  'over a file, with a worker',
  overFiles((file) => file, 'worker'),
);
describeStore(
  'over a file, inline',
  overFiles((file) => file, 'inline'),
);
describeStore(
  'over :memory:',
  inMemory(() => ':memory:'),
);
