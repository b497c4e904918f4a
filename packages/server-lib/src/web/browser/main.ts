// Enhances pages that also work without JavaScript.
import { enableCopying } from './copying.js';
import { closeDisclosures } from './disclosures.js';
import { passInputToWidget } from './handover.js';
import { preventDoubleSubmit } from './sending.js';
import { localizeTimes } from './times.js';

localizeTimes();
enableCopying();
preventDoubleSubmit();
passInputToWidget();
closeDisclosures();
