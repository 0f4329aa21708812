import type { Edition } from '@lectern/contract/competition/editions.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** Label of an edition in lists: its year, and whether it is current. */
export const useEditionName = (): ((edition: Edition) => string) => {
  const intl = useIntl()
  return ({ year, name, current }) =>
    intl.formatMessage(
      { id: current ? 'office.activities.editionCurrent' : 'office.activities.editionOther' },
      { year: String(year), name: localize(name, intl.locale).text },
    )
}
