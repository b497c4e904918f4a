/** How many times as long as in `npm test` a test of endurance goes on: 10 in `npm run test:soak`. */
export const soakFactor = Number(process.env['SOAK']);
