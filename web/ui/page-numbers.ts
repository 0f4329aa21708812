/** The page number of an address; 1 if it is invalid. */
export const readPage = (query: URLSearchParams): number => {
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}

export const lastPageOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The page links: first, last, one or two around the current one; `back` and `forward` stand for the gaps. */
export const pageNumbers = (page: number, last: number): (number | 'back' | 'forward')[] => {
  const from = Math.max(2, Math.min(page - 1, last - 3))
  const to = Math.min(last - 1, Math.max(page + 1, 4))
  const around = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  return [
    1,
    ...(from > 2 ? (['back'] as const) : []),
    ...around,
    ...(to < last - 1 ? (['forward'] as const) : []),
    ...(last > 1 ? [last] : []),
  ]
}
