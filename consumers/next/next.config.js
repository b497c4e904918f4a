export default {
  serverExternalPackages: ['@askwell/server', 'better-sqlite3'],
  output: 'standalone',
  basePath: process.env.NEXT_BASE_PATH,
  trailingSlash: true,
};
