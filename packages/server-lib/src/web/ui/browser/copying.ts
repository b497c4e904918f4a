/** Milliseconds for which a button shows "Copied". */
const confirmationTime = 2_000;

/** Shows the copy buttons and makes them work. */
export function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const source = document.getElementById(button.dataset['copies'] ?? '');
    const label = button.querySelector<HTMLElement>('[data-copied-text]');
    if (!source || !label) continue;
    const originalText = label.textContent;
    let timer = 0;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (!(await copy(source))) return;
      label.textContent = label.dataset['copiedText'] ?? originalText;
      button.classList.add('copied');
      clearTimeout(timer);
      timer = setTimeout(() => {
        label.textContent = originalText;
        button.classList.remove('copied');
      }, confirmationTime);
    });
  }
}

async function copy(source: HTMLElement): Promise<boolean> {
  const text = isField(source) ? source.value : source.innerText;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API requires https. `execCommand` often still works, and the selected text can be copied by hand.
    select(source);
    return document.execCommand('copy');
  }
}

function select(source: HTMLElement): void {
  if (isField(source)) source.select();
  else getSelection()?.selectAllChildren(source);
}

const isField = (source: HTMLElement) => source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement;
