type Order = 'ascend' | 'descend' | null

/** Sort order of a column by the address: a name, with a minus sign for descending. */
export const orderOf = (sort: string, column: string): Order => {
  if (sort.replace('-', '') !== column) return null
  return sort.startsWith('-') ? 'descend' : 'ascend'
}

/** The sort order for the address; undefined for the default. */
export const writeOrder = (column: string, order: Order | undefined): string | undefined =>
  order ? `${order === 'descend' ? '-' : ''}${column}` : undefined
