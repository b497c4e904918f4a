// Enhances pages that also work without JavaScript.
import { enableChartCopying } from './chart-images.js';
import { enableCopying } from './copying.js';
import { closeDisclosures } from './disclosures.js';
import { passInputToWidget } from './handover.js';
import { followResults } from './live-results.js';
import { enablePresenterKeys } from './presenter-keys.js';
import { preventDoubleSubmit } from './sending.js';
import { localizeTimes } from './times.js';

localizeTimes();
enableCopying();
preventDoubleSubmit();
passInputToWidget();
closeDisclosures();
enableChartCopying();
followResults();
enablePresenterKeys();
