// Ends this process as `kill -9` does, at the nth query to PostgreSQL that matches a pattern, before it is sent or after. With
// KILL_LATER, so many more queries are sent first.
const { Client } = require('pg');

const { query } = Client.prototype;
const { KILL_AT, KILL_COUNT, KILL_WHEN, KILL_LATER = '0' } = process.env;
const pattern = new RegExp(KILL_AT);
let matching = Number(KILL_COUNT);
let later = Number(KILL_LATER);

/** Returns whether the process ends at this query. */
function isLast(text) {
  if (matching > 0 && pattern.test(text)) matching--;
  return matching === 0 && later-- === 0;
}

Client.prototype.query = function (...words) {
  const ends = isLast(words[0].text);
  const kill = () => process.kill(process.pid, 'SIGKILL');
  if (ends && KILL_WHEN === 'before') kill();
  const result = query.apply(this, words);
  if (ends) kill();
  return result;
};
