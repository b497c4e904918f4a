// Ends this process as `kill -9` does, at the nth query to PostgreSQL: before it is sent, or after.
const { Client } = require('pg');

const { query } = Client.prototype;
let left = Number(process.env.KILL_AT_QUERY);

Client.prototype.query = function (...words) {
  left--;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  if (left === 0 && process.env.KILL_WHEN === 'before') kill();
  const result = query.apply(this, words);
  if (left === 0) kill();
  return result;
};
