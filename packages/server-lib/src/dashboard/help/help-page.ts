import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { pageHeading } from '../components.js';
import type { Guards } from '../guards.js';
import { helpPath, ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';

/** `/dashboard/guide`: help for owners, and the keyboard shortcuts. */
export function helpRoutes(_services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: helpPath,
      get: guards.getAsOwner((request) =>
        page(ownerPage(request, { title: 'Help', entry: 'help', body: helpView(request.base) })),
      ),
    },
  ];
}

interface Topic {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

function helpView(base: string): Html {
  const topics: readonly Topic[] = [
    ...topicsOf(base),
    { id: 'shortcuts', title: 'Keyboard shortcuts', body: shortcuts },
  ];
  const links = topics.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const sections = topics.map(
    ({ id, title, body }) => html`<section class="section" id="${id}"><h2>${title}</h2>${body}</section>`,
  );
  return html`${pageHeading('Help', 'Make a poll, quiz or form, share it, and read what people answer.')}
<div class="indexed"><nav class="jumps" aria-label="On this page"><ul>${links}</ul></nav>
<div class="guide">${sections}</div></div>`;
}

const topicsOf = (base: string): readonly Topic[] => [
  {
    id: 'make',
    title: 'Make',
    body: html`<p>Choose <a href="${base}/dashboard/asks/new">New</a>, and start from scratch or from a template. It starts as a draft, which only you can see.</p>
<p>In <b>Edit</b>, the outline lists the questions. Choose one to change it: its settings are beside the preview, which shows what visitors see. Drag a row of the outline to move it. The plus between two rows adds something there. Changes are saved while you type.</p>
<p><b>Design</b> changes the color, font and spacing. <b>Settings</b> has the schedule, who can answer, and the scoring of a quiz.</p>`,
  },
  {
    id: 'logic',
    title: 'Logic of a form',
    body: html`<p>In a form, <b>Logic</b> decides what each visitor sees. <b>Add condition</b> shows a field only after certain answers, or requires an answer after them. <b>Add a jump</b> at a page leads visitors to a later page or to the end. Each part is a sentence: choose <b>Change</b> to edit it.</p>
<p>A variable is a number or a text that follows from the answers, such as a price or a score. Options have a score in <b>Edit</b>. An ending is what visitors read after the form: add several, and choose when each is shown. A quota closes an option when it is full, such as a workshop with 20 places.</p>
<p>Texts can repeat answers: write the name of a field or variable in two curly brackets, such as “Hello {{name}}”. In the texts after a quiz, {{quiz.score}} is the score.</p>
<p><b>Try it</b> shows the form page by page for answers that you choose. Nothing is saved or counted.</p>`,
  },
  {
    id: 'share',
    title: 'Share',
    body: html`<p><b>Publish</b> makes it open: visitors can answer from then on. <b>Share</b> has the link, a QR code, and the code to embed it on a website. A draft has a preview link, which accepts no answers.</p>
<p>Later changes stay yours until you choose <b>Publish changes</b>. <b>Close</b> ends the answers and keeps the results.</p>`,
  },
  {
    id: 'results',
    title: 'Read results',
    body: html`<p><b>Results</b> counts all answers. Filter by period, language or an answer, and compare with the time before. <b>Present</b> shows the results in large type, and updates them while people answer.</p>
<p><b>Answers</b> lists each answer. Add columns, sort, filter, tag answers, and download a file for a spreadsheet.</p>`,
  },
  {
    id: 'languages',
    title: 'Languages',
    body: html`<p>Buttons and messages appear in the language of the visitor. To always use one language, choose it in <b>Settings</b>. To offer your own texts in other languages, add the languages in <b>Translate</b> and enter the texts there.</p>`,
  },
  {
    id: 'privacy',
    title: 'Privacy',
    body: html`<p>Visitors need no account. To tell visitors apart, choose one answer for each browser, address, ticket or signed-in user in <b>Settings</b>.</p>
<p>In <b>Settings</b>, choose how long answers are kept. Older answers are deleted automatically. In <b>Answers</b>, you can delete an answer, or all answers of a person.</p>`,
  },
];

const shortcuts = html`<dl class="facts shortcuts"><div><dt><kbd>?</kbd></dt><dd>Show the keyboard shortcuts</dd></div>
<div><dt><kbd>Ctrl</kbd> <kbd>K</kbd> or <kbd>⌘</kbd> <kbd>K</kbd></dt><dd>Find a page or a title</dd></div>
<div><dt><kbd>n</kbd></dt><dd>New poll, quiz or form</dd></div>
<div><dt><kbd>Ctrl</kbd> <kbd>Z</kbd> or <kbd>⌘</kbd> <kbd>Z</kbd></dt><dd>Undo in the editor, outside of text fields. With <kbd>Shift</kbd>: redo</dd></div>
<div><dt><kbd>Ctrl</kbd> <kbd>Y</kbd></dt><dd>Redo in the editor, outside of text fields</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>Add the next option, in the list of options. In the preview, edit the text of what has the focus</dd></div>
<div><dt><kbd>←</kbd> <kbd>→</kbd>, <kbd>F</kbd></dt><dd>Previous and next slide, and full screen, in the presentation of results</dd></div>
<div><dt><kbd>Esc</kbd></dt><dd>Close a menu or dialog, cancel dragging, or leave the presentation</dd></div></dl>`;
