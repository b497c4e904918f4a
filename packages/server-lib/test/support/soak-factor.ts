/** Multiplies the rounds of endurance tests: 1 in `npm run test:all`, 10 in `npm run test:soak`. */
export const soakFactor = Number(process.env['SOAK']);
