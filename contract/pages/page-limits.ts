export const defaultPageSize = 10
export const maximumPageSize = 100

/** Totals are exact up to this limit; beyond it, a list shows "10,000+". */
export const exactTotalLimit = 10_000
