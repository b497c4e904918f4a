import { askwell } from '../lib/askwell.server.js';

const handle = ({ request }) => askwell.fetch(request, { address: '127.0.0.1' });

export { handle as action, handle as loader };
