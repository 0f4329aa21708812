/** The chosen columns in the table's order. Always includes the first one, which has the link to open the row. */
export const pickColumns = <Column extends string>(
  all: readonly Column[],
  asked: readonly string[],
): readonly Column[] => all.filter((column, position) => position === 0 || asked.includes(column))
