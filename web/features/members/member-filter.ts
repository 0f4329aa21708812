/** Query parameters that filter the list; others are for sort order and page. */
const filterNames = ['search', 'access', 'status', 'province'] as const

export const listNames = [...filterNames, 'sort', 'page', 'pageSize'] as const

/** URL of the export with the filters of the list. */
export const exportAddress = (query: URLSearchParams, format: 'xlsx' | 'csv'): string => {
  const parameters = new URLSearchParams({ format })
  for (const name of filterNames) if (query.get(name)) parameters.set(name, query.get(name)!)
  return `/api/users/export?${parameters}`
}
