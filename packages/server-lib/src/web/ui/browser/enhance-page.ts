import { enableCopying } from './copying.js';
import { closeDisclosures } from './disclosures.js';
import { passInputToWidget } from './handover.js';
import { preventDoubleSubmit } from './sending.js';
import { localizeTimes } from './times.js';

/** Enhances a page that also works without JavaScript. */
export function enhancePage(): void {
  localizeTimes();
  enableCopying();
  preventDoubleSubmit();
  passInputToWidget();
  closeDisclosures();
}
