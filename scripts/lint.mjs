// Runs the checks of the repository's own rules in one process, which parses each file once. A check also runs alone, such as
// `node scripts/lint-names.mjs`.
const checks = ['imports', 'names', 'state', 'timers', 'outside', 'build-inputs', 'workflows', 'tests'];

for (const check of checks) await import(`./lint-${check}.mjs`);
