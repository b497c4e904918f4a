/** A parameter, as the page lists it. */
interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly example?: string | number;
  readonly required: boolean;
}

let count = 0;

/** Creates a field with its label. */
function field<Tag extends 'input' | 'textarea'>(
  tag: Tag,
  label: string,
  value: string,
): [HTMLElement, HTMLElementTagNameMap[Tag]] {
  const input = document.createElement(tag);
  input.id = `field-${++count}`;
  input.value = value;
  input.spellcheck = false;
  const name = document.createElement('label');
  name.htmlFor = input.id;
  name.textContent = label;
  const row = document.createElement('p');
  row.append(name, input);
  return [row, input];
}

/** Creates the form that sends a request of an operation and shows the response. */
export function createRequestForm(operation: HTMLElement, base: string, key: () => string): HTMLFormElement {
  const { method = 'GET', path = '', body } = operation.dataset;
  const listed = operation.querySelector<HTMLElement>('[data-parameters]')?.dataset['parameters'];
  const parameters: Parameter[] = JSON.parse(listed ?? '[]');
  const fields = parameters.map((parameter) => {
    const { name, place, example, required } = parameter;
    const [row, input] = field('input', `${name} (${place})`, place === 'path' ? String(example ?? '') : '');
    input.required = required;
    return { ...parameter, row, input };
  });
  const content = body === undefined ? undefined : field('textarea', 'Body (JSON)', body);
  if (content) content[1].rows = 8;
  const send = document.createElement('button');
  send.className = 'button primary';
  send.textContent = 'Send';
  const output = document.createElement('div');
  output.setAttribute('role', 'status');
  const form = document.createElement('form');
  form.className = 'request';
  form.append(...fields.map(({ row }) => row), ...(content ? [content[0]] : []), send, output);

  /** Returns the URL and the headers with the entered values. */
  function request(): { url: string; headers: Headers } {
    const query = new URLSearchParams();
    const headers = new Headers();
    let url = base + path;
    for (const { name, place, input } of fields) {
      const value = input.value.trim();
      if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
      else if (value !== '' && place === 'query') query.set(name, value);
      else if (value !== '') headers.set(name, value);
    }
    if (key()) headers.set('X-API-Key', key());
    if (content) headers.set('Content-Type', 'application/json');
    return { url: query.size > 0 ? `${url}?${query}` : url, headers };
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { url, headers } = request();
    // The dashboard's cookie must not take part: a request has the rights of the key alone.
    const options: RequestInit = { method, headers, credentials: 'omit' };
    if (content) options.body = content[1].value;
    output.replaceChildren('Sending…');
    try {
      const response = await fetch(url, options);
      await showResponse(output, response);
    } catch {
      output.replaceChildren('The server did not respond.');
    }
  });
  return form;
}

/** Shows the status, the headers and the body. A stream of events does not end, so only its beginning is shown. */
async function showResponse(output: HTMLElement, response: Response): Promise<void> {
  const status = document.createElement('p');
  status.textContent = `${response.status} ${response.statusText}`;
  const text = document.createElement('code');
  const block = document.createElement('pre');
  block.append(text);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const body = isStream ? await firstPart(response) : await response.text();
  text.textContent = [...[...response.headers].map(([name, value]) => `${name}: ${value}`), '', formatted(body)].join(
    '\n',
  );
  output.replaceChildren(status, block);
}

async function firstPart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const part = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(part?.value);
}

/** Indents JSON. */
function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
