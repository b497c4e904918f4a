import { type Html, html } from '../../base/html.js';
import { confirm, copyButton } from '../components.js';

/** The link that shows the results to anyone: to create, to copy or to withdraw. */
export function linkSection(path: string, url: string | null): Html {
  const content =
    url === null
      ? html`<form method="post" action="${path}/link"><button class="button">Create link</button></form>`
      : html`<div class="result-link-line"><label class="unseen" for="result-link">Results link</label><input id="result-link" type="text" readonly value="${url}" dir="ltr" autocomplete="off" spellcheck="false">${copyButton('result-link', 'the results link')}</div>
<div class="actions"><a class="button small" href="${url}">Open</a>${confirm({ action: `${path}/link/withdraw`, label: 'Withdraw', of: 'the results link', question: 'People with the link will no longer see the results. A new link will have another address.', submit: 'Withdraw link' })}</div>`;
  return html`<section class="section result-link" aria-labelledby="link"><h2 id="link">Share the results</h2>
<p class="muted">Anyone with the link sees the results and follows them live, without signing in. They cannot answer or change anything, and search engines do not list the page.</p>
${content}</section>`;
}
