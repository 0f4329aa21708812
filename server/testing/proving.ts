/** `npm run prove` runs longer what `npm test` runs briefly. */
export const isThorough = process.env.PROVE === 'thorough'
