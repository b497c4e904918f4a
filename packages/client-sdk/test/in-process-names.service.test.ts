import { createTestAskwell, type TestAskwell } from '@askwell/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Askwell } from '../src/index.js';

let instance: TestAskwell;
beforeAll(async () => {
  instance = await createTestAskwell();
});
afterAll(() => instance.close());

const client = new Askwell({ apiKey: `ask_${'a'.repeat(40)}`, baseUrl: 'http://localhost' });

/** Returns the names of the methods of an object, or of its class. */
function methodsOf(resource: object): string[] {
  const owner = Object.getPrototypeOf(resource) === Object.prototype ? resource : Object.getPrototypeOf(resource);
  return Object.getOwnPropertyNames(owner).filter(
    (name) => name !== 'constructor' && typeof Reflect.get(resource, name) === 'function',
  );
}

describe('the in-process functions have the names of the client', () => {
  test.each([
    ['polls', 'votes'],
    ['quizzes', 'attempts'],
    ['forms', 'submissions'],
  ] as const)('of %s and %s', (kind, answers) => {
    const [mine, theirs]: Record<string, unknown>[] = [{ ...client[kind] }, { ...instance.askwell[kind] }];
    expect(methodsOf(instance.askwell[kind])).toEqual(expect.arrayContaining(methodsOf(client[kind])));
    for (const resource of [answers, 'tickets'] as const) {
      const [inClient, inProcess] = [mine?.[resource], theirs?.[resource]];
      if (typeof inClient !== 'object' || typeof inProcess !== 'object' || !inClient || !inProcess)
        expect.unreachable(`${kind}.${resource} exists.`);
      // The API sends lists as text. Files for Excel are made in process.
      const shared = methodsOf(inProcess).filter((name) => name !== 'xlsx');
      expect(shared.sort(), resource).toEqual(methodsOf(inClient).sort());
    }
  });
});
