/** How long a button says that it did its work. */
const praise = 2_000;

/** Shows the copy buttons, and lets them copy. */
export function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const source = document.getElementById(button.dataset['copies'] ?? '');
    const words = button.querySelector<HTMLElement>('[data-says]');
    if (!source || !words) continue;
    const before = words.textContent;
    let timer = 0;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (!(await copy(source))) return;
      words.textContent = words.dataset['says'] ?? before;
      button.classList.add('copied');
      clearTimeout(timer);
      timer = setTimeout(() => {
        words.textContent = before;
        button.classList.remove('copied');
      }, praise);
    });
  }
}

async function copy(source: HTMLElement): Promise<boolean> {
  const text = source instanceof HTMLInputElement ? source.value : source.innerText;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https the clipboard is closed; selecting leaves one key to press, and often the old way still works.
    select(source);
    return document.execCommand('copy');
  }
}

function select(source: HTMLElement): void {
  if (source instanceof HTMLInputElement) source.select();
  else getSelection()?.selectAllChildren(source);
}
