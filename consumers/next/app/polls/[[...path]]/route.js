import { askwell } from '../../../lib/askwell.js';

const handle = (request) => askwell.fetch(request, { address: request.headers.get('x-real-ip') ?? undefined });

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST };
export const runtime = 'nodejs';
