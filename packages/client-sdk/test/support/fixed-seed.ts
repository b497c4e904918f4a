import fc from 'fast-check';

// The same examples in each run, so that a failure has its cause in a change.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
