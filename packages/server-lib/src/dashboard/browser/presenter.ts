/**
 * On the pages of a presentation: the arrow keys show the next and the previous slide, F switches to full screen and back, and Escape
 * leaves the presentation. Slides that are higher than the window get smaller texts.
 */
export function enablePresenter(): void {
  const exit = document.querySelector<HTMLAnchorElement>('a[data-exit]');
  const live = document.getElementById('live');
  if (!exit || !live) return;
  for (const hint of document.querySelectorAll<HTMLElement>('[data-keys]')) hint.hidden = false;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    // In full screen, Escape only leaves full screen.
    if (key === 'Escape' && !document.fullscreenElement) location.assign(exit.href);
    if (key === 'f' || key === 'F') void toggleFullScreen();
    const target = slideFor(key, document.activeElement);
    if (!target) return;
    event.preventDefault();
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  });
  const fitSlides = () => {
    for (const slide of slides()) fitSlide(slide);
  };
  fitSlides();
  addEventListener('resize', fitSlides);
  // New results replace the slides.
  new MutationObserver(fitSlides).observe(live, { childList: true });
}

function slides(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.slide')];
}

/** Returns the slide that a key leads to. Undefined for other keys, and if a link or button has the focus that the key presses. */
function slideFor(key: string, focused: Element | null): HTMLElement | undefined {
  const all = slides();
  const passed = all.filter((slide) => slide.getBoundingClientRect().top <= innerHeight / 2);
  const current = Math.max(0, passed.length - 1);
  const isRightToLeft = all[0]?.querySelector('.results')?.matches('[dir="rtl"]') ?? false;
  switch (key) {
    case 'ArrowRight':
      return all[current + (isRightToLeft ? -1 : 1)];
    case 'ArrowLeft':
      return all[current + (isRightToLeft ? 1 : -1)];
    case 'ArrowDown':
    case 'PageDown':
      return all[current + 1];
    case 'ArrowUp':
    case 'PageUp':
      return all[current - 1];
    case ' ':
      return focused?.closest('a, button, summary') ? undefined : all[current + 1];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default:
      return undefined;
  }
}

/** The scales of texts that are tried until a slide fits into the window. */
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

function fitSlide(slide: HTMLElement): void {
  // On a phone, texts that fit would be too small, and slides scroll.
  if (matchMedia('(max-width: 619px)').matches) {
    slide.style.removeProperty('--fit');
    return;
  }
  for (const scale of scales) {
    slide.style.setProperty('--fit', String(scale));
    if (slide.offsetHeight <= innerHeight) return;
  }
}

async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // Not all browsers and frames allow full screen.
  }
}
