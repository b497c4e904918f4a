import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';
import type { Services } from '../../instance/assemble-services.js';
import { createApiEndpoints } from '../../instance-pipeline.js';
import { formTemplates } from '../../kinds/templates/form-templates.js';
import { pollTemplates } from '../../kinds/templates/poll-templates.js';
import { quizTemplates } from '../../kinds/templates/quiz-templates.js';
import { describeApi } from '../openapi/operation-list.js';
import { createTools, type Tool } from './tools.js';

let services: Services;
let tools: ReadonlyMap<string, Tool>;

beforeAll(async () => {
  services = (await startService()).services;
  tools = createTools(describeApi(createApiEndpoints(services)));
});
afterAll(() => services.close());

/** Compiles the schema of a tool by itself, with the checks that a strict client makes. */
function validatorOf(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(tools.get(name)?.description.inputSchema ?? false);
}

test('every tool has a self-contained schema, and refuses unknown arguments', () => {
  expect(tools.size).toBeGreaterThan(10);
  for (const [name, { description }] of tools) {
    const validate = validatorOf(name);
    expect(JSON.stringify(description), name).not.toContain('#/components/');
    validate({ unknown_member: 1 });
    expect(validate.errors, name).toContainEqual(expect.objectContaining({ keyword: 'additionalProperties' }));
  }
});

test.each([
  ['create_poll', pollTemplates],
  ['create_quiz', quizTemplates],
  ['create_form', formTemplates],
])('the schema of %s accepts the templates, and no changed ones', (name, templates) => {
  const validate = validatorOf(name);
  for (const { draft } of templates) {
    expect(validate(draft), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...draft, title: 1 })).toBe(false);
  }
});

test('the annotations say what a tool does', () => {
  const hints = (name: string) => tools.get(name)?.description.annotations;
  expect(hints('get_results')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(hints('create_form')).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
  expect(hints('update_poll')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  expect(hints('delete_all_answers')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
});

test('the descriptions of read-only tools are smaller than 10 KiB, so that agents have enough context left', () => {
  const reading = [...tools.values()].filter(({ effect }) => effect === 'read').map(({ description }) => description);
  expect(JSON.stringify(reading).length).toBeLessThan(10 * 1024);
});
