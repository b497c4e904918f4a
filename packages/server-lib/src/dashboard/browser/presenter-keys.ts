/** On a page with an exit: Escape leaves it, and F switches to full screen and back. */
export function enablePresenterKeys(): void {
  const exit = document.querySelector<HTMLAnchorElement>('a[data-exit]');
  if (!exit) return;
  for (const hint of document.querySelectorAll<HTMLElement>('[data-keys]')) hint.hidden = false;
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    // In full screen, Escape only leaves full screen.
    if (key === 'Escape' && !document.fullscreenElement) location.assign(exit.href);
    if (key === 'f' || key === 'F') void toggleFullScreen();
  });
}

async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // Not all browsers and frames allow full screen.
  }
}
