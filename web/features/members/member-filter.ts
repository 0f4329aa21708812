/** What of an address chooses among the members; the rest is about the order and the page. */
const filterNames = ['search', 'access', 'status', 'province'] as const

export const listNames = [...filterNames, 'sort', 'page', 'pageSize'] as const

/** Where the browser gets exactly the members that the list shows, on all its pages. */
export const exportAddress = (query: URLSearchParams, format: 'xlsx' | 'csv'): string => {
  const asked = new URLSearchParams({ format })
  for (const name of filterNames) if (query.get(name)) asked.set(name, query.get(name)!)
  return `/api/users/export?${asked}`
}
