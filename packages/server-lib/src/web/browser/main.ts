// Comfort for pages that work without it.
import { enableCopying } from './copying.js';
import { closeDisclosures } from './disclosures.js';
import { handOver } from './handover.js';
import { sendOnce } from './sending.js';
import { localizeTimes } from './times.js';

localizeTimes();
enableCopying();
sendOnce();
handOver();
closeDisclosures();
