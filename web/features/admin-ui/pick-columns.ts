/** The chosen columns in the table's order. Always includes the first one, which has the link to open the row. */
export const pickColumns = <Column extends string>(
  all: readonly Column[],
  names: readonly string[],
): readonly Column[] => all.filter((column, position) => position === 0 || names.includes(column))

/** The columns in the address, which has none for the default ones. */
export const columnsInAddress = <Column extends string>(all: readonly Column[], atFirst: readonly Column[]) => ({
  read: (text: string | null): readonly Column[] => (text === null ? atFirst : pickColumns(all, text.split(','))),
  write: (chosen: readonly string[]): string | undefined => {
    const columns = pickColumns(all, chosen)
    return columns.join() === atFirst.join() ? undefined : columns.join(',')
  },
})
