import { describe, expect, test } from 'vitest';
import { findChromium, type Sources } from './chromium.js';

const pinned = { path: '/npm/chromium', env: { FONTCONFIG_FILE: '/npm/fonts.conf' } };
/** A file that exists on every machine. */
const installed = process.execPath;
const everywhere: Sources = { named: undefined, npm: async () => pinned, system: [installed] };

describe('browser tests use', () => {
  test('the pinned Chromium from npm, even where the system has one', async () => {
    expect(await findChromium(everywhere)).toEqual(pinned);
  });

  test('the Chromium that CHROMIUM names, before all others', async () => {
    expect(await findChromium({ ...everywhere, named: '/opt/chromium' })).toEqual({ path: '/opt/chromium', env: {} });
  });

  test('the first Chromium that the system has, where the pinned one does not run', async () => {
    const system = ['/not/installed', installed];
    expect(await findChromium({ ...everywhere, npm: async () => undefined, system })).toEqual({
      path: installed,
      env: {},
    });
  });

  test('no browser if none exists, and fail with a message that says how to set one', async () => {
    const nowhere = { named: undefined, npm: async () => undefined, system: ['/not/installed'] };
    await expect(findChromium(nowhere)).rejects.toThrow('Set the environment variable CHROMIUM');
  });
});
