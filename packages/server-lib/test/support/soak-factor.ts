/** Multiplies the rounds of endurance tests: 1 in `npm test`, 10 in `npm run test:soak`. */
export const soakFactor = Number(process.env['SOAK']);
