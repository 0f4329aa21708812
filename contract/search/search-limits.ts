/** Max characters of a search; the rest is ignored. */
export const maxSearchLength = 100
