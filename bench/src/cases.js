import { answers } from './cases/answers.js';
import { authenticate } from './cases/authenticate.js';
import { batch } from './cases/batch.js';
import { dashboard } from './cases/dashboard.js';
import { editor } from './cases/editor.js';
import { live } from './cases/live.js';
import { lock } from './cases/lock.js';
import { logic } from './cases/logic.js';
import { login } from './cases/login.js';
import { maxima } from './cases/maxima.js';
import { me } from './cases/me.js';
import { metrics } from './cases/metrics.js';
import { million } from './cases/million.js';
import { neighbours } from './cases/neighbours.js';
import { overload } from './cases/overload.js';
import { pipelined } from './cases/pipelined.js';
import { postgres } from './cases/postgres.js';
import { ranked } from './cases/ranked.js';
import { sdk } from './cases/sdk.js';
import { slowDisk } from './cases/slow-disk.js';
import { steady } from './cases/steady.js';
import { votes } from './cases/votes.js';
import { webhooks } from './cases/webhooks.js';
import { widget } from './cases/widget.js';
import { writes } from './cases/writes.js';

/** All cases, in the order in which they run. */
export const cases = [
  authenticate,
  me,
  votes,
  metrics,
  webhooks,
  ranked,
  answers,
  batch,
  dashboard,
  million,
  live,
  slowDisk,
  writes,
  lock,
  steady,
  neighbours,
  maxima,
  login,
  pipelined,
  postgres,
  overload,
  sdk,
  widget,
  editor,
  logic,
];
