import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import { choice, email, matrix, number, text } from '../../../test/support/asks/sample-fields.js';

const forms = useFormServer();

describe('an update', () => {
  test('an update matches fields, options and rows by ID, and never assigns a removed ID again', async () => {
    const id = await forms.make([choice, matrix, text]);
    const o1 = { id: 'o1', label: 'a' };
    await forms.owner('PATCH', `/forms/${id}`, {
      fields: [
        { ...choice, id: 'f1', options: [o1] },
        { ...matrix, id: 'f2', rows: [{ id: 'r1', label: 'Soup' }] },
      ],
    });
    const changed = await forms.owner('PATCH', `/forms/${id}`, {
      fields: [
        { ...choice, id: 'f1', options: [o1, 'New'] },
        { ...matrix, id: 'f2', rows: ['New', { id: 'r1', label: 'Stew' }] },
        { ...email },
      ],
    });
    expect(changed.at('data.fields.0.options')).toEqual([o1, { id: 'o3', label: 'New' }]);
    expect(changed.at('data.fields.1.rows')).toEqual([
      { id: 'r3', label: 'New' },
      { id: 'r1', label: 'Stew' },
    ]);
    expect(changed.at('data.fields.2.id')).toBe('f4');
  });

  test('an update that removes the target of a condition is refused', async () => {
    const id = await forms.make([choice, { ...text, show_if: { all: [{ field: 'f1', is: 'o2' }] } }]);
    const fields = JSON.parse((await forms.owner('GET', `/forms/${id}`)).text).data.fields;
    fields[0].options.pop();
    const reply = await forms.owner('PATCH', `/forms/${id}`, { fields });
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, ['fields.1.show_if.all.0.is']]);
  });

  test('an update cannot disable write-ins that have answers', async () => {
    const id = await forms.make([{ ...choice, other: true }]);
    await forms.submit(id, { f1: { other: 'Cake' } });
    const options = [1, 2].map((n) => ({ id: `o${n}`, label: `Option ${n}` }));
    const refused = await forms.owner('PATCH', `/forms/${id}`, { fields: [{ ...choice, id: 'f1', options }] });
    expect([refused.status, refused.at('message')]).toEqual([
      409,
      expect.stringMatching(/^`fields\.f1\.other` cannot/),
    ]);
  });

  test('an update cannot remove fields, options and rows or change types that have answers', async () => {
    const id = await forms.make([choice, matrix, text, { type: 'rating', label: 'x' }, { ...email, id: 'unused' }]);
    await forms.submit(id, { f1: 'o1', f2: { r1: 'o1' }, f3: 'x', f4: 3 });
    const { fields } = JSON.parse((await forms.owner('GET', `/forms/${id}`)).text).data;
    const patch = (change: (copy: typeof fields) => unknown) => {
      const copy = structuredClone(fields);
      return forms.owner('PATCH', `/forms/${id}`, { fields: change(copy) ?? copy });
    };
    const refused = [
      await patch((copy) => copy.slice(1)),
      await patch((copy) => void copy[0].options.shift()),
      await patch((copy) => void copy[1].rows.shift()),
      await patch((copy) => void copy[1].options.shift()),
      await patch((copy) => void Object.assign(copy[2], { type: 'long_text' })),
      await patch((copy) => void Object.assign(copy[3], { scale: { min: 1, max: 7 } })),
    ];
    expect(refused.map((reply) => [reply.status, reply.at('code')])).toEqual(refused.map(() => [409, 'conflict']));
    const allowed = [
      await patch((copy) => void Object.assign(copy[0], { label: 'Other words' })),
      await patch((copy) => void copy[0].options.pop()),
      await patch((copy) => void copy[1].rows.pop()),
      await patch((copy) => copy.reverse()),
      await patch((copy) => copy.filter((field: { id: string }) => field.id !== 'unused')),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { id: submission } = (await forms.submissions(id))[0] ?? expect.unreachable();
    await forms.owner('DELETE', `/forms/${id}/submissions/${submission}`);
    expect((await patch((copy) => copy.slice(1))).status).toBe(200);
  });

  test('an update of the bounds of a number keeps its bins, and can be undone', async () => {
    const bounded = { ...number, id: 'n', min: 0, max: 100 };
    const id = await forms.make([bounded]);
    const first = await forms.submit(id, { n: 95 });
    const widened = await forms.owner('PATCH', `/forms/${id}`, { fields: [{ ...bounded, max: 1_000 }] });
    expect([widened.status, widened.at('data.fields.0.max')]).toEqual([200, 1_000]);
    await forms.submit(id, { n: 500 });
    const bins = async () => JSON.parse((await forms.owner('GET', `/forms/${id}/results`)).text).data.fields[0].bins;
    expect((await bins())[9]).toEqual({ from: 90, to: 100, count: 1 });
    await forms.owner('DELETE', `/forms/${id}/submissions/${first.id('data.id')}`);
    expect((await bins()).map(({ count }: { count: number }) => count)).toEqual(Array.from({ length: 11 }, () => 0));
    await forms.owner('DELETE', `/forms/${id}/submissions?all=true`);
    await forms.owner('PATCH', `/forms/${id}`, { fields: [{ ...bounded, max: 10 }] });
    expect((await bins())[9]).toEqual({ from: 9, to: 10, count: 0 });
  });
});
