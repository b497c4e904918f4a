/** Pixels of an image for each pixel of the chart. */
const density = 2;

/** Milliseconds for which a button shows the outcome. */
const confirmationTime = 2_000;

/** Enables the buttons that copy charts as PNG images. */
export function enableChartCopying(): void {
  prepareCharts();
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-chart]') : null;
    if (button) void copyChart(button);
  });
}

/** Shows the buttons. */
export function prepareCharts(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-chart]')) button.hidden = false;
}

async function copyChart(button: HTMLButtonElement): Promise<void> {
  const label = button.querySelector<HTMLElement>('[data-copied-text]');
  const url = button.dataset['chart'];
  if (!label || url === undefined) return;
  const originalText = label.textContent;
  const image = toPng(url);
  label.textContent = (await copy(image)) ? (label.dataset['copiedText'] ?? '') : await save(image, label);
  setTimeout(() => {
    label.textContent = originalText;
  }, confirmationTime);
}

async function copy(image: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    return true;
  } catch {
    // The clipboard API requires https.
    return false;
  }
}

/** Saves an image as a file. Returns the text for the button. */
async function save(image: Promise<Blob>, label: HTMLElement): Promise<string> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await image);
  link.download = 'askwell-chart.png';
  link.click();
  URL.revokeObjectURL(link.href);
  return label.dataset['savedText'] ?? '';
}

async function toPng(url: string): Promise<Blob> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`The server responded with ${reply.status} instead of the chart. Reload the page.`);
  const image = new Image();
  // The CSP allows images from data URLs.
  image.src = `data:image/svg+xml,${encodeURIComponent(await reply.text())}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * density;
  canvas.height = image.naturalHeight * density;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image is empty.'))), 'image/png');
  });
}
