import { FormattedMessage } from '../../../ui/intl.tsx'
import { NewsSearch } from './news-search.tsx'
import styles from './search-instead.module.css'

/** For who came to an address of nothing. */
export const SearchInstead = () => (
  <div className={styles.search}>
    <p>
      <FormattedMessage id="failure.search" />
    </p>
    <NewsSearch />
  </div>
)
