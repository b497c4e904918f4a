import fc from 'fast-check';

// Every run generates the same values, unless the environment variable `SEED` chooses others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
