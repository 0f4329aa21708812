import { pageNames, type PageName } from '@lectern/contract/section-shapes.ts'

/** The page that an address asks for, however it is spelt. */
export const pageIn = (query: URLSearchParams): PageName => {
  const asked = query.get('page')?.toLowerCase()
  return pageNames.find((name) => name.toLowerCase() === asked) ?? 'About'
}

/** Where visitors find it. */
export const pathOf = (name: PageName): string => (name === 'Home' ? '/' : `/${name}`)
