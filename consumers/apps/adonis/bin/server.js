import { Ignitor, prettyPrintError } from '@adonisjs/core';

const root = new URL('../', import.meta.url);
const importer = (path) => import(/^\.\.?\//.test(path) ? new URL(path, root).href : path);

new Ignitor(root, { importer })
  .tap((app) => {
    app.booting(() => import('#start/env'));
    app.listen('SIGTERM', () => app.terminate());
  })
  .httpServer()
  .start()
  .catch((error) => {
    process.exitCode = 1;
    prettyPrintError(error);
  });
