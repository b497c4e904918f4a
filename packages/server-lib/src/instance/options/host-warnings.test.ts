import { expect, test } from 'vitest';
import { silentLogger } from '../../base/logger.js';
import { warnAboutMissingAddress, warnAboutMountPath } from './host-warnings.js';

test('a path that a client chose is warned about once, and does not suppress other warnings', () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_details: object, message: string) => void warnings.push(message) };
  for (let n = 0; n < 25; n++) {
    warnAboutMountPath(logger, `/x${n}`, '/polls');
    warnAboutMissingAddress(logger, 'askwell.fetch(request, { address })');
  }
  expect(warnings).toEqual([
    expect.stringContaining('Requests arrive under "/x0"'),
    expect.stringContaining('A request has no client address'),
  ]);
});
