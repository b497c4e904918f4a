import { expect, test } from 'vitest';
import { describeService } from './describe-service.js';

test('the description of the service is JSON, since the built command contains it as text', async () => {
  const description = await describeService();
  expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  expect(description.operations.map(({ id }) => id)).toContain('listPolls');
});
