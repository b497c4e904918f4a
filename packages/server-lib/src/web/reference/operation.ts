import type {
  Components,
  HttpMethod,
  MediaTypeObject,
  OpenApiOperation,
  Parameter,
  Ref,
  ResponseObject,
} from '../../api/openapi/openapi-types.js';
import { type Html, html } from '../../base/html.js';
import { codeBlock, inline, paragraphs } from './formatted-text.js';
import { clientExample, curlExample, type Example, exampleBody } from './request-examples.js';
import { valueList } from './schema-members.js';
import { typeOf } from './schema-type.js';

/** Returns a component instead of a reference to it. */
function resolve<Value extends object>(
  value: Value | Ref,
  components: Readonly<Record<string, Value>>,
): Value | undefined {
  return '$ref' in value ? components[value.$ref.slice(value.$ref.lastIndexOf('/') + 1)] : value;
}

/** Renders an operation, collapsed under its method, path and summary. */
export function renderOperation(
  method: HttpMethod,
  path: string,
  operation: OpenApiOperation,
  components: Components,
): Html {
  const { operationId, summary, description, security, requestBody } = operation;
  const parameters = operation.parameters.flatMap((parameter) => resolve(parameter, components.parameters) ?? []);
  // The document requires a key unless an operation says otherwise.
  const needsKey = security === undefined;
  const example: Example = { method, path, operation, parameters, needsKey };
  const client = clientExample(example);
  const body = exampleBody(operation);
  return html`<details class="entry operation" data-method="${method.toUpperCase()}" data-path="${path}"${body !== undefined && html` data-body="${JSON.stringify(body, null, 2)}"`}>
<summary><h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="summary">${summary}</span></h3></summary>
<div class="entry-body" id="${operationId}">
${description && paragraphs(description)}${!needsKey && !description?.includes('API key') && html`<p>Needs no API key.</p>`}
${parameters.length > 0 && html`<h4>Parameters</h4>${parameterList(parameters)}`}
${requestBody && html`<h4>Request body</h4>${mediaTypes(requestBody.content, false)}`}
<h4>Request</h4>
${codeBlock(curlExample(example))}${client !== undefined && codeBlock(client)}
<h4>Responses</h4>
<dl class="values">${Object.entries(operation.responses).map(([status, response]) => renderResponse(status, response, components))}</dl>
</div>
</details>`;
}

/** The script reads the parameters from the list. */
function parameterList(parameters: readonly Parameter[]): Html {
  const list = valueList(
    parameters.map(({ name, in: place, schema, required = false, description }) => {
      return { name, schema, isRequired: required, description, place };
    }),
  );
  // An exploded parameter stands for several parameters, which have no separate fields.
  const single = parameters.filter(({ explode = false }) => !explode);
  const fields = single.map(({ name, in: place, example, required = false }) => ({ name, place, example, required }));
  return html`<div data-parameters="${JSON.stringify(fields)}">${list}</div>`;
}

function renderResponse(status: string, given: ResponseObject | Ref, components: Components): Html | null {
  const response = resolve(given, components.responses);
  if (!response) return null;
  // All operations share the responses of errors, which have no separate examples.
  const isShared = '$ref' in given;
  const error = isShared && response.content?.['application/json'];
  const headers = Object.keys(response.headers);
  return html`<div><dt><code>${status}</code>${error && html` <span class="type">${typeOf(error.schema)}</span>`}</dt><dd>${inline(response.description)}</dd>${
    !isShared &&
    html`${response.content && html`<dd>${mediaTypes(response.content, true)}</dd>`}${
      headers.length > 0 &&
      html`<dd class="type">Headers: ${headers.map((name, at) => html`${at > 0 && ', '}<a href="#header-${name}">${name}</a>`)}</dd>`
    }`
  }</div>`;
}

/** Renders the bodies in all media types, each with its type. */
function mediaTypes(content: Readonly<Record<string, MediaTypeObject>>, hasExamples: boolean): Html[] {
  return Object.entries(content).map(([type, { schema, example, examples }]) => {
    const shown = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
    const { description } = schema;
    return html`<p><code>${type}</code>: <span class="type">${typeOf(schema)}</span>${
      typeof description === 'string' && html` ${inline(description)}`
    }</p>${hasExamples && shown.map((value) => codeBlock(value))}`;
  });
}
