import { expect, test } from 'vitest';
import { StoreError } from '../store-error.js';
import {
  isConflict,
  isConnectionLost,
  isPostgresUnavailable,
  RolledBackError,
  UnknownCommitError,
} from './postgres-errors.js';

/** An error as `pg` makes it of a reply of the server. */
const serverError = (code: string) => Object.assign(new Error('refused'), { code, severity: 'ERROR' });
const nodeError = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

test.each([
  ['a lost connection', nodeError('ECONNRESET'), { lost: true, conflict: false, unavailable: true }],
  ['a server that shuts down', serverError('57P01'), { lost: true, conflict: false, unavailable: true }],
  ['a deadlock', serverError('40P01'), { lost: false, conflict: true, unavailable: true }],
  ['a unique violation', serverError('23505'), { lost: false, conflict: true, unavailable: false }],
  ['a full disk', serverError('53100'), { lost: false, conflict: false, unavailable: true }],
  ['a standby', serverError('25006'), { lost: false, conflict: false, unavailable: true }],
  ['an aborted transaction', serverError('25P02'), { lost: false, conflict: false, unavailable: true }],
  ['a wrong password', serverError('28P01'), { lost: false, conflict: false, unavailable: true }],
  ['a syntax error', serverError('42601'), { lost: false, conflict: false, unavailable: false }],
  ['a bug', new Error('undefined is not a function'), { lost: false, conflict: false, unavailable: false }],
  ['a database that does not open', new StoreError('No.'), { lost: false, conflict: false, unavailable: true }],
  // After a bug, a group is divided and runs again. After these errors it does not, because it may have been committed.
  ['an unknown COMMIT', new UnknownCommitError('Lost.'), { lost: false, conflict: false, unavailable: true }],
  ['a rollback', new RolledBackError('Lost.'), { lost: false, conflict: false, unavailable: true }],
])('classifies %s', (_name, error, { lost, conflict, unavailable }) => {
  expect([isConnectionLost(error), isConflict(error), isPostgresUnavailable(error)]).toEqual([
    lost,
    conflict,
    unavailable,
  ]);
});
