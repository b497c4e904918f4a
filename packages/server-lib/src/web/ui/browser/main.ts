import { enhancePage } from './enhance-page.js';

enhancePage();
