import type { HttpMethod, OpenApiDocument, OpenApiOperation } from '../../api/openapi/openapi-types.js';
import { type Html, html } from '../../base/html.js';
import mark from '../ui/logo.js';
import { inline, paragraphs } from './formatted-text.js';
import { renderOperation } from './operation.js';
import { schemaList, valueList } from './schema-members.js';

/** The header of the page. It has no forms, because the policy of the page forbids them. */
export interface ReferenceHeader {
  /** Whether it is the navigation of a signed-in owner. */
  readonly isOwner: boolean;
  readonly content: Html;
}

/** The data of the page besides the document. */
export interface ReferencePage {
  readonly base: string;
  readonly header: ReferenceHeader;
  readonly script: string;
  readonly styles: string;
}

interface Entry {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

const methods = ['get', 'post', 'patch', 'delete'] as const;

/** Renders the reference of the REST API. Everything except sending requests works without JavaScript. */
export function renderReference(document: OpenApiDocument, page: ReferencePage): Html {
  const { base, header, script, styles } = page;
  const entries = entriesOf(document);
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>REST API · Askwell</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark)}">
<link rel="stylesheet" href="${base}/docs/assets/${styles}">
<script src="${base}/docs/assets/${script}" defer></script>
</head>
<body class="${header.isOwner ? 'owner' : 'public'}">
<a class="skip" href="#main">Skip to the content</a>
${header.content}
<div class="docs column">
<nav aria-label="Operations">${groups.map(navigation)}<p><a href="#schemas">Schemas</a></p><p><a href="#headers">Headers</a></p></nav>
<main id="main" tabindex="-1" data-base="${base}">
<h1>REST API</h1>
${paragraphs(document.info.description)}
<p>The same as an OpenAPI document: <a href="${base}/openapi.json">openapi.json</a></p>
<p class="key" hidden><label for="key">API key</label> <input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-help"><span id="key-help" class="type">For requests that you send from this page. The key stays in the memory of the page.</span></p>
${groups.map(({ name, description, entries: list }) =>
  group(
    `tag-${name}`,
    name,
    list.length,
    html`<p>${inline(description)}</p>
<div class="entries">${list.map(({ method, path, operation }) => renderOperation(method, path, operation, document.components))}</div>`,
  ),
)}
${group('schemas', 'Schemas', Object.keys(document.components.schemas).length, html`<div class="entries">${schemaList(document.components.schemas)}</div>`, false)}
${group('headers', 'Headers', Object.keys(document.components.headers).length, html`${headerList(document)}`)}
</main>
</div>
</body>
</html>`;
}

function entriesOf({ paths }: OpenApiDocument): Entry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

function navigation({ name, entries }: { readonly name: string; readonly entries: readonly Entry[] }): Html {
  return html`<p><a href="#tag-${name}">${name}</a></p><ul>${entries.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  )}</ul>`;
}

/** A part of the page. On a small screen, the script closes it. Operations link to the schemas that they use. */
function group(id: string, title: string, count: number, content: Html, isOpen = true): Html {
  return html`<section aria-labelledby="${id}"><details class="group"${isOpen && html` open`}>
<summary><h2 id="${id}">${title}</h2> <span class="type">${count}</span></summary>
<div class="group-body">${content}</div>
</details></section>`;
}

function headerList({ components }: OpenApiDocument): Html[] {
  return Object.entries(components.headers).map(
    ([name, { schema, description, required = false }]) =>
      html`<div id="header-${name}">${valueList([{ name, schema, description, isRequired: required }])}</div>`,
  );
}
