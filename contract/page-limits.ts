export const defaultPageSize = 10
export const maximumPageSize = 100

/** Totals are exact up to here; beyond, a list says "10,000+". */
export const exactTotalLimit = 10_000
