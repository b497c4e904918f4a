export default {
  serverExternalPackages: ['@askwell/server', 'better-sqlite3'],
  output: process.env.NEXT_OUTPUT,
};
