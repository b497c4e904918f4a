/** An entry of the palette. */
interface Entry {
  readonly label: string;
  readonly href: string;
}

/** Milliseconds without a key press after which titles are searched. */
const searchDelay = 200;

/** Opens a dialog with Ctrl K or ⌘ K, in which pages and titles can be found. `n` opens the page to create something. */
export function enablePalette(): void {
  const pages = [...document.querySelectorAll<HTMLAnchorElement>('.top nav a')];
  const home = pages[0];
  if (!home) return;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) {
      event.preventDefault();
      openPalette(home.href, pages.map(toEntry));
    } else if (key === 'n' && !ctrlKey && !metaKey && !altKey && !isTyping(event)) {
      event.preventDefault();
      location.href = `${home.href}/asks/new`;
    }
  });
}

/** Returns whether a key is typed into a field, a dialog or the preview. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog, [data-canvas]') !== null
  );
}

const toEntry = (link: HTMLAnchorElement): Entry => ({ label: link.textContent?.trim() ?? '', href: link.href });

function openPalette(home: string, pages: readonly Entry[]): void {
  if (document.querySelector('dialog.palette')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', 'Find');
  const input = document.createElement('input');
  Object.assign(input, { type: 'search', placeholder: 'Find a page or a title', autocomplete: 'off' });
  input.setAttribute('aria-label', 'Find a page or a title');
  const list = document.createElement('ul');
  dialog.append(input, list);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  const own = [{ label: 'New', href: `${home}/asks/new` }, ...pages];
  let timer = 0;

  function show(entries: readonly Entry[]): void {
    list.replaceChildren(
      ...entries.map(({ label, href }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        Object.assign(link, { href, textContent: label, dir: 'auto' });
        item.append(link);
        return item;
      }),
    );
  }

  async function search(): Promise<void> {
    const text = input.value.trim();
    const matching = own.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    show(matching);
    if (text === '') return;
    const found = await findTitles(home, text);
    if (input.value.trim() === text) show([...matching, ...found]);
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, searchDelay);
  });
  dialog.addEventListener('keydown', (event) => {
    const links: Element[] = [...list.querySelectorAll('a')];
    const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
    if (event.key === 'ArrowDown') focusOn(links[Math.min(at + 1, links.length - 1)]);
    else if (event.key === 'ArrowUp') focusOn(links[at - 1] ?? input);
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'Enter' && document.activeElement === input) followFirst(links);
    else return;
    event.preventDefault();
  });
  show(own);
  dialog.showModal();
}

function focusOn(element: Element | undefined): void {
  if (element instanceof HTMLElement) element.focus();
}

function followFirst([first]: readonly Element[]): void {
  if (first instanceof HTMLElement) first.click();
}

/** Finds asks by their titles, in the page that lists them. */
async function findTitles(home: string, text: string): Promise<Entry[]> {
  try {
    const reply = await fetch(`${home}?${new URLSearchParams({ q: text })}`);
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    return [...page.querySelectorAll<HTMLAnchorElement>('.ask-link')].map((link) => ({
      label: link.textContent?.trim() ?? '',
      href: new URL(link.getAttribute('href') ?? '', reply.url).href,
    }));
  } catch {
    return [];
  }
}
