/** `npm run prove` tries for longer what `npm test` tries briefly. */
export const isThorough = process.env.PROVE === 'thorough'
