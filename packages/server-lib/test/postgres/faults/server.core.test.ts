import { expect, test } from 'vitest';
import { call, newAddress } from '../../support/http/http-client.js';
import { killAndRestart, useFaultyServer } from './faulty-server.js';

const faulty = useFaultyServer();

test('PostgreSQL is ended with SIGKILL and starts again', () => killAndRestart(faulty, 'SIGKILL'));

test('all connections are cut', async () => {
  const readiness = async () => (await call(faulty.instances.at(0), 'GET', '/readyz')).status;
  faulty.cut();
  await expect.poll(readiness).toBe(503);
  faulty.allow();
  await expect.poll(readiness).toBe(200);
});

test('the disk is full', async () => {
  const { instances, disk, direct } = faulty;
  const draft = { title: 'Full', options: ['a', 'b'], one_per: null };
  const { id } = await instances.at(0).askwell.polls.create(instances.owner.session.account, draft);
  const vote = () => {
    const body = { choices: ['o1'] };
    return call(instances.at(0), 'POST', `/api/v1/polls/${id}/votes`, { body, from: newAddress() });
  };
  // Space that the server frees is filled again.
  await expect.poll(() => disk.fill(direct).then(vote)).toMatchObject({ status: 503 });
  await disk.free(direct);
});
