/** More experts than these do not fit beside each other on a page. */
const mostColumns = 10

/** Whether each expert has a column; otherwise the scores of a work are listed with names. */
export const hasColumns = (experts: readonly string[]): boolean => experts.length <= mostColumns

/** The scores that were given, with the names of the experts. */
export const namedTotals = (
  experts: readonly string[],
  totals: readonly (number | null)[],
): { name: string; total: number }[] =>
  totals.flatMap((total, at) => (total === null ? [] : [{ name: experts[at] ?? '', total }]))

/** Two experts may have the same name: each gets a key of their own. */
export const keyedExperts = (experts: readonly string[]): { key: string; name: string }[] =>
  experts.map((name, at) => ({ key: `${at} ${name}`, name }))
