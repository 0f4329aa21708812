import { FormattedMessage, useIntl } from '../ui/intl.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import styles from './search-instead.module.css'

/** A search form on the not-found page. */
export const SearchInstead = () => {
  const label = useIntl().formatMessage({ id: 'shell.search' })
  return (
    <div className={`stack gap-8 muted ${styles.search}`}>
      <p>
        <FormattedMessage id="failure.search" />
      </p>
      <SearchBox to="/search" search={undefined} label={label} button={label} keptParameters={{}} />
    </div>
  )
}
