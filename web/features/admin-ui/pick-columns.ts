/** The columns that are asked for, in the table's order. The first is always among them: without it no row could be opened. */
export const pickColumns = <Column extends string>(
  all: readonly Column[],
  asked: readonly string[],
): readonly Column[] => all.filter((column, position) => position === 0 || asked.includes(column))
