import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import { choice, everyAnswer, everyFieldType, several, text } from '../../../test/support/asks/sample-fields.js';

const forms = useFormServer();

describe('an HTML form post', () => {
  test('an HTML form post uses the documented names, and is stored like JSON', async () => {
    const id = await forms.make([...everyFieldType, { ...several, other: true }, { ...choice, other: true }]);
    const reply = await forms.post(id, [
      ...(['f1', 'f3', 'f4', 'f5', 'f7', 'f8', 'f9', 'f11', 'f17'] as const).map(
        (name) => [name, everyAnswer[name]] as const,
      ),
      ['f2', 'one\r\ntwo'],
      ['f6', '-.5'],
      ['f10', 'o1'],
      ['f10', 'o3'],
      ['f12.rank.o1', '2'],
      ['f12.rank.o2', '1'],
      ['f13', '4'],
      ['f14', '0'],
      ['f15.r1', 'o1'],
      ['f15.r2', 'o2'],
      ['f16', 'on'],
      ['f20', 'o2'],
      ['f20.other', 'Tea'],
      ['f21.other', 'Cake'],
    ]);
    expect([reply.status, reply.at('errors')]).toEqual([201, undefined]);
    expect(await forms.stored(id, reply.id('data.id'))).toEqual({
      ...everyAnswer,
      f20: ['o2', { other: 'Tea' }],
      f21: { other: 'Cake' },
    });
  });

  test('empty fields of an HTML form post are ignored', async () => {
    const id = await forms.make(everyFieldType);
    const names = [...Object.keys(everyAnswer), 'f12.rank.o1', 'f15.r1'];
    const reply = await forms.post(
      id,
      names.map((name) => [name, '']),
    );
    expect(reply.status).toBe(201);
    expect(await forms.stored(id, reply.id('data.id'))).toEqual({});
  });

  test.each<[string, string, string]>([
    ['nobody', 'x', 'nobody'],
    ['f1.more', 'x', 'f1.more'],
    ['f3', 'a@', 'f3'],
    ['f6', 'five', 'f6'],
    ['f9.other', 'Mine', 'f9.other'],
    ['f10', 'o9', 'f10.0'],
    ['f12.rank.o9', '1', 'f12.0'],
    ['f12.rank.o1', 'first', 'f12.0'],
    ['f13', '4.5', 'f13'],
    ['f15.r9', 'o1', 'f15.r9'],
    ['f16', 'maybe', 'f16'],
    ['f18', 'x', 'f18'],
  ])('an HTML form post with %s=%s is refused at answers.%s', async (name, value, path) => {
    const reply = await forms.post(await forms.make(everyFieldType), [[name, value]]);
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, [`answers.${path}`]]);
  });

  test('an HTML form post with two options at the same rank is refused', async () => {
    const reply = await forms.post(await forms.make(everyFieldType), [
      ['f12.rank.o1', '1'],
      ['f12.rank.o2', '1'],
    ]);
    expect(reply.status).toBe(422);
  });

  test.each([
    [['off', 'on'], true],
    [['0', '1'], true],
    [['off'], false],
  ])('an HTML form post with the consent values %j means: %s', async (values, ticked) => {
    const id = await forms.make([{ type: 'consent', label: 'x' }]);
    const reply = await forms.post(
      id,
      values.map((value) => ['f1', value] as const),
    );
    expect(await forms.stored(id, reply.id('data.id'))).toEqual({ f1: ticked });
  });

  test('an HTML form post accepts plain names for voter and ticket unless a field has that name', async () => {
    const voter = 'visitor-0000000001';
    const plain = await forms.make([text], { one_per: 'browser' });
    const twice = [await forms.post(plain, [['voter', voter]]), await forms.post(plain, [['voter', voter]])];
    expect(twice.map(({ status }) => status)).toEqual([201, 409]);
    const withVoterField = await forms.make([{ ...text, id: 'voter' }], { one_per: 'browser' });
    const fields = [
      ['voter', 'Zoë'],
      ['.voter', voter],
    ] as const;
    const reply = await forms.post(withVoterField, fields);
    expect(await forms.stored(withVoterField, reply.id('data.id'))).toEqual({ voter: 'Zoë' });
    expect((await forms.post(withVoterField, fields)).status).toBe(409);
  });

  test('an HTML form post accepts unambiguous names for members that are not answers', async () => {
    const voter = 'visitor-0000000001';
    const plain = await forms.make([text], { one_per: 'browser' });
    const twice = [await forms.post(plain, [['.voter', voter]]), await forms.post(plain, [['voter', voter]])];
    expect(twice.map(({ status }) => status)).toEqual([201, 409]);
    const both = await forms.post(plain, [
      ['voter', voter],
      ['.voter', voter],
    ]);
    expect([both.status, both.at('errors')]).toEqual([422, { voter: ['Must be a string.'] }]);
    const unknown = await forms.post(plain, [['.answers', 'x']]);
    expect([unknown.status, Object.keys(Object(unknown.at('errors')))]).toEqual([422, ['answers..answers']]);
  });

  test("an HTML form post of a browser is redirected to the author's URL or the hosted page", async () => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const sent = await forms.make([text], { after: { url: 'https://example.com/thanks' } });
    const away = await forms.post(sent, [['f1', 'x']], browser);
    expect([away.status, away.headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
    const stays = await forms.make([text]);
    const page = await forms.post(stays, [['f1', 'x']], browser);
    expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining(`/p/${stays}`)]);
    expect(await forms.submissions(stays)).toHaveLength(1);
  });
});
