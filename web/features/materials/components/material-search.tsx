import { useIntl } from '../../../ui/intl.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { MaterialAddress } from '../material-address.ts'

/** The search of a list; keeps kind, category and sort order. */
export const MaterialSearch = ({ path, address }: { path: string; address: MaterialAddress }) => {
  const intl = useIntl()
  const { search, kind, category, sort } = address
  return (
    <SearchBox
      to={path}
      search={search}
      label={intl.formatMessage({ id: 'material.search' })}
      button={intl.formatMessage({ id: 'material.searchButton' })}
      keptParameters={{ kind, category, sort: sort === 'newest' ? undefined : sort }}
    />
  )
}
