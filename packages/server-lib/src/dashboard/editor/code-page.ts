import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { type Html, html } from '../../base/html.js';
import { isJsonObject, isJsonValue, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { parseJson } from '../../http/parsers/json.js';
import type { Services } from '../../instance/assemble-services.js';
import { fault } from '../../shared/faults/fault.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { copyButton, longCode } from '../components.js';
import { renderForm } from '../form.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { editorNotes, tooLarge } from './definition-view.js';
import type { ReviewedDraft } from './edited-ask.js';
import { editorScript } from './editor-script.js';
import { describeJsonError } from './json-errors.js';
import { publishParts } from './publish-actions.js';
import { saveChanges } from './save-changes.js';

/** `/dashboard/asks/{id}/code`: the definition as JSON, and the requests that create the same ask. */
export function codeRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  const find = ({ session, params }: OwnerRequest) => asks.find(session, params['id'] ?? '');

  async function show(request: OwnerRequest, typed?: string, problem?: FormError): Promise<PageReply> {
    const ask = await find(request);
    const [copy, codeKey] = await Promise.all([ask.workingCopy.open(), ask.codeKey()]);
    const review = problem || copy.excess.length > 0 ? unchecked : await ask.workingCopy.review(copy);
    // Reading and rendering the largest definitions takes some milliseconds each.
    await nextTurn(ask.account);
    const url = baseUrl(services.urls, request.exchange);
    const text = typed ?? JSON.stringify(copy.draft, null, 2);
    const form = renderForm({
      id: 'editor',
      action: askPath(request.base, ask.id, 'code'),
      fields: [{ name: 'definition', label: 'Definition', kind: 'code', required: true }],
      hidden: { revision: copy.revision },
      values: { definition: text },
      submit: 'Save',
      look: 'plain',
      problem: problem && withPlace(problem, text),
    });
    const isAttempted = queryParam(request, 'unpublished') !== undefined;
    const view = { base: request.base, ask, copy, codeKey, review, isAttempted };
    const body = html`<div class="code-page"><div class="code-head"><p class="lead">This ${ask.kind} as code. Change it here or in the other tabs.<span class="with-scripts"> Changes are saved as you make them, unless the code has an error.</span></p>${copyButton('editor-definition', 'the definition')}</div>
<div data-editor-notes>${editorNotes(view)}</div>${problem === undefined && copy.excess.length > 0 && tooLarge(ask.kind, copy)}${form}
${examples(url, ask.plural, copy.draft)}</div>${problem === undefined && copy.excess.length === 0 && editorScript(view, 'code')}`;
    const isProblem = problem !== undefined;
    return page(askPage(request, ask, { tab: 'code', body, isProblem, ...publishParts(ask, copy) }), problem ?? {});
  }

  async function save(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const ask = await find(request);
    const [revision = '', definition = '', action = ''] = ['revision', 'definition', 'do'].map(
      (name) => allValuesOf(form, name)[0],
    );
    // The largest definitions take some milliseconds to decode with their form, to parse, and to check.
    await nextTurn(request.session.scope.account);
    const { status: _, ...draft } = action === 'discard' ? {} : parseDefinition(definition);
    await nextTurn(request.session.scope.account);
    const showAgain = (problem: FormError) => show(request, definition, problem);
    return saveChanges(request, ask, { tab: 'code', draft, revision, action, next: '', showAgain });
  }

  return [
    {
      path: '/dashboard/asks/{id}/code',
      get: guards.getAsOwner((request) => show(request)),
      post: guards.postDefinitionAsOwner((request, form) =>
        showErrors(
          () => save(request, form),
          (problem) => show(request, allValuesOf(form, 'definition')[0] ?? '', problem),
        ),
      ),
    },
  ];
}

/** The review of a definition that is shown with other faults. */
const unchecked: ReviewedDraft = { issues: [], warnings: [], refusals: [], embedded: null, outdated: {} };

/** Returns a problem that says where the text is not JSON. */
function withPlace(problem: FormError, text: string): FormError {
  const issues = problem.issues.map((issue) => {
    const place = issue.code === 'not_json' ? describeJsonError(text) : '';
    return place === '' ? issue : { ...issue, message: `${issue.message} ${place}` };
  });
  return { ...problem, issues };
}

/**
 * Parses a definition as the API parses its bodies.
 *
 * @throws AskwellError with the code `invalid` if the text is not a JSON object.
 */
export function parseDefinition(text: string): JsonObject {
  const value = parseValue(text);
  if (!isJsonValue(value) || !isJsonObject(value)) throw invalidField('definition', fault('not_json'));
  return value;
}

function parseValue(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof AskwellError) return undefined;
    throw error;
  }
}

/** The longest definition that is repeated in examples, in characters of JSON. Shells limit the length of a command too. */
const maxExampleLength = 16 * 1024;

/** The requests that create the same ask. */
function examples(url: string, plural: string, draft: JsonObject): Html | null {
  if (JSON.stringify(draft).length > maxExampleLength) return null;
  const curl = 'With curl';
  const client = 'With the client';
  return html`<section class="examples"><h2>Create the same with the API</h2>
<div class="ways"><details class="way" name="examples"><summary><span>${curl}</span></summary><div class="way-body">${longCode('curl', curlFor(url, plural, draft), 'the command', curl)}</div></details>
<details class="way" name="examples"><summary><span>${client}</span></summary><div class="way-body">${longCode('client', clientCodeFor(url, plural, draft), 'the code', client)}</div></details></div></section>`;
}

function curlFor(url: string, plural: string, draft: JsonObject): string {
  const body = JSON.stringify(withoutDefaults(draft), null, 2).replaceAll("'", "'\\''");
  return `curl ${url}/api/v1/${plural} \\\n  -H "X-API-Key: $ASKWELL_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;
}

function clientCodeFor(url: string, plural: string, draft: JsonObject): string {
  return `import { Askwell } from '@askwell/client';

const askwell = new Askwell({ baseUrl: '${url}', apiKey: process.env.ASKWELL_KEY });
const created = await askwell.${plural}.create(${JSON.stringify(withoutDefaults(draft), null, 2)});`;
}

/** Leaves out the members that are null. */
function withoutDefaults(draft: JsonObject): JsonObject {
  const text = JSON.stringify(draft, (_, value: JsonValue) => (value === null ? undefined : value));
  const short: JsonObject = JSON.parse(text);
  return short;
}
