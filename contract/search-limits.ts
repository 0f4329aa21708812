/** Characters of a search; no more are sent or looked at. */
export const maxSearchLength = 100
