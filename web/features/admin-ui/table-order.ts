type Order = 'ascend' | 'descend' | null

/** The order of a column under the one that the address has: a name, with a minus for the other way round. */
export const orderOf = (sort: string, column: string): Order => {
  if (sort.replace('-', '') !== column) return null
  return sort.startsWith('-') ? 'descend' : 'ascend'
}

/** As the address tells what a table was asked for; not at all for its first order. */
export const writeOrder = (column: string, order: Order | undefined): string | undefined =>
  order ? `${order === 'descend' ? '-' : ''}${column}` : undefined
