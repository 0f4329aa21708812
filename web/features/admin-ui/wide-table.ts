import { focusableScroll } from './focusable-scroll.ts'

/** A table as wide as its rows, which can be scrolled by keys. An empty table has no headings and does not scroll. */
export const wideTable = (rows: readonly unknown[]) =>
  rows.length > 0 ? { scroll: { x: 'max-content' }, ref: focusableScroll } : { showHeader: false }
