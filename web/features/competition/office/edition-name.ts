import type { Edition } from '@lectern/contract/editions.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** How a list of editions calls one: by year, and whether it is the one that visitors see. */
export const useEditionName = (): ((edition: Edition) => string) => {
  const intl = useIntl()
  return ({ year, name, current }) =>
    intl.formatMessage(
      { id: current ? 'office.activities.editionCurrent' : 'office.activities.editionOther' },
      { year: String(year), name: localize(name, intl.locale).text },
    )
}
