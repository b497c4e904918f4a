import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/folder.js';
import { openDatabase } from '../../../test/support/store/open-database.js';
import { examine } from '../../cli/checks.js';
import { copyDatabase } from './copy.js';
import { openForInspection, openWriter } from './open.js';
import { readValue } from './sqlite-driver.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'askwell.db');
});
afterEach(() => rm(folder, { recursive: true }));

test('a copy made while others write is sound and has what was committed before', async () => {
  const { database: writer } = openWriter(file, 0);
  writer.exec("insert into askwell_accounts (name, email, email_folded, created_at) values ('A', 'a', 'a', 1)");
  writer.exec('begin immediate; delete from askwell_accounts');
  const source = openForInspection(file, 0);
  const target = join(folder, 'copy.db');
  expect(await copyDatabase(source, target)).toEqual([]);
  source.close();
  writer.exec('rollback');
  writer.close();

  expect((await stat(target)).mode & 0o777).toBe(0o600);
  const copy = openForInspection(target, 0);
  expect(readValue(copy, 'select name from askwell_accounts')).toBe('A');
  expect(examine(copy).findings).toEqual([]);
  copy.close();
});

test('damage is found by the check, whichever driver looks', () => {
  openWriter(file, 0).database.close();
  const broken = openDatabase(file);
  broken.exec('drop index askwell_keys_by_account');
  broken.close();
  const looking = openForInspection(file, 0);
  expect(examine(looking).findings).toEqual(['The index askwell_keys_by_account is missing.']);
  looking.close();
});

test('a file that is opened for inspection is neither made nor changed', () => {
  expect(() => openForInspection(join(folder, 'missing.db'), 0)).toThrow("can't be opened as a database");
  openWriter(file, 0).database.close();
  const looking = openForInspection(file, 0);
  expect(() => looking.exec('delete from askwell_accounts')).toThrow(/readonly/);
  looking.close();
});

test('a path may hold what means something in a URI', () => {
  const odd = join(folder, 'a b?mode=ro#%41.db');
  openWriter(odd, 0).database.close();
  const looking = openForInspection(odd, 0);
  expect([looking.name, readValue(looking, 'select count(*) from askwell_accounts')]).toEqual([odd, 0]);
  looking.close();
});
