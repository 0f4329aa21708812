import { pageNames, type PageName } from '@lectern/contract/pages/section-shapes.ts'

/** The page in the address, case-insensitive. */
export const pageIn = (query: URLSearchParams): PageName => {
  const parameter = query.get('page')?.toLowerCase()
  return pageNames.find((name) => name.toLowerCase() === parameter) ?? 'About'
}

/** Public path of a page. */
export const pathOf = (name: PageName): string => (name === 'Home' ? '/' : `/${name}`)
