import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';
import { deleteAnswers } from '../answers/delete-answers.js';
import { recordAnswers } from './record-answers.js';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startService();
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const voter = 'a-visitor-who-changes-their-mind';

async function openAsk({ plural, answers, draft }: (typeof kindsUnderTest)[number]): Promise<string> {
  const id = await createAsk(server, key, plural, { ...draft, one_per: 'browser', allow_change: true });
  return `/api/v1/${plural}/${id}/${answers}`;
}

const answerAt = (path: string, body: object) => call(server, 'POST', path, { body: { ...body, voter } });

test.each(kindsUnderTest)(
  'a change to one of the $answers succeeds even if it is deleted immediately afterwards',
  async (kind) => {
    const path = await openAsk(kind);
    const first = await answerAt(path, kind.answer);
    // Deletes the answer after the change is committed and before the reply is built.
    const { store } = server.services;
    const { run } = store;
    const [ask] = await store.read(all<{ seq: number }>`select max(seq) as seq from askwell_asks`);
    const deletion = { ask: ask?.seq ?? 0, at: server.services.clock.now(), onlyVersion: null };
    const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
      const outcome = await run.call(store, write, input);
      if (write.name === recordAnswers.name) {
        spy.mockRestore();
        await store.run(deleteAnswers, deletion);
      }
      return outcome;
    });
    const changed = await answerAt(path, kind.answer);
    expect([changed.status, changed.at('data.id')]).toEqual([200, first.at('data.id')]);
    expect(changed.at('data.created_at')).toBe(first.at('data.created_at'));
    expect((await call(server, 'GET', path, { key })).at('data')).toEqual([]);
  },
);

test('concurrent changes and deletions return only 200 or 201', async () => {
  const [polls] = kindsUnderTest;
  const path = await openAsk(polls ?? expect.unreachable());
  let isOver = false;
  const deletions = (async () => {
    while (!isOver) await call(server, 'DELETE', `${path}?all=true`, { key });
  })();
  try {
    for (let n = 0; n < 60; n++) {
      const choices = [n % 2 ? 'o1' : 'o2'];
      const reply = await answerAt(path, { choices });
      expect([200, 201]).toContain(reply.status);
      expect(reply.at('data.choices')).toEqual(choices);
    }
  } finally {
    isOver = true;
    await deletions;
  }
});
