import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { richForm } from './support/asks/rich-form.js';
import { type Client, createClient, call as request } from './support/http/http-client.js';
import { call, connectMcp } from './support/mcp/mcp-client.js';
import { createOwner, type Owner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let key: string;
let client: Client;
beforeAll(async () => {
  server = await startService({ mcp: { writes: true } });
  owner = await createOwner(server.services);
  key = await owner.key();
  client = createClient(server);
});
afterAll(() => server.close());

/** Returns the members of a form that its draft decides. */
const definitionOf = (form: unknown) => ({ ...Object(form), id: '', created_at: '', updated_at: '' });

async function createByRequest(): Promise<unknown> {
  const reply = await client('POST', '/forms', { key, body: richForm });
  expect(reply.status).toBe(201);
  return reply.at('data');
}

test('a form with all parts of the logic is read as it was created by a request, in process and by MCP', async () => {
  const created = await createByRequest();
  expect(created).toMatchObject(richForm);
  const read = await client('GET', `/forms/${Object(created).id}`, { key });
  expect(read.at('data')).toEqual(created);

  const inProcess = await server.askwell.forms.create(owner.session.account, richForm);
  expect(definitionOf(inProcess)).toEqual(definitionOf(created));

  const agent = await connectMcp(server, { key });
  const byAgent = await call(agent, 'create_form', { ...richForm });
  const shown = await call(agent, 'get_ask', { id: byAgent.id('data.id') });
  expect(definitionOf(Object(shown.body).data)).toEqual(definitionOf(created));
});

test('the OpenAPI document allows a form with all parts of the logic, and no other comparison', async () => {
  const document: object = JSON.parse((await request(server, 'GET', '/openapi.json')).text);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document }, 'openapi');
  const faultsOf = (component: string, value: unknown) => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${component}`);
    return validate?.(value) ? [] : (validate?.errors ?? ['The component does not exist.']);
  };
  expect(faultsOf('FormDraft', richForm)).toEqual([]);
  expect(faultsOf('Form', await createByRequest())).toEqual([]);
  const unknown = { ...richForm, quotas: [{ limit: 1, when: { field: 'name', equals: 'x' } }] };
  expect(faultsOf('FormDraft', unknown)).not.toEqual([]);
});
