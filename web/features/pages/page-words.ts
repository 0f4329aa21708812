import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { hasMessage, type IntlShape } from '../../ui/intl.tsx'

/** Title of a page made of sections. */
export const pageTitle = (intl: IntlShape, name: PageName): string => {
  const id = `page.${name}` as const
  return hasMessage(intl, id) ? intl.formatMessage({ id }) : name
}

export const pageDescription = (intl: IntlShape, name: PageName): string => {
  const id = `page.${name}.description` as const
  return hasMessage(intl, id) ? intl.formatMessage({ id }) : ''
}
