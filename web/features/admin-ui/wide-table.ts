/** A table as wide as its rows. Without any there is nothing to head, and nothing that the keyboard could scroll. */
export const wideTable = (rows: readonly unknown[]) =>
  rows.length > 0 ? { scroll: { x: 'max-content' } } : { showHeader: false }
