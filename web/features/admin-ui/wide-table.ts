/** A table as wide as its rows. An empty table has no headings and does not scroll. */
export const wideTable = (rows: readonly unknown[]) =>
  rows.length > 0 ? { scroll: { x: 'max-content' } } : { showHeader: false }
