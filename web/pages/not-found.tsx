import { FormattedMessage, useIntl } from 'react-intl'
import { StatusScreen } from '../app/failure-screen.tsx'
import { NewsSearch } from '../features/news/components/news-search.tsx'
import styles from './not-found.module.css'

export default function NotFound() {
  const intl = useIntl()
  return (
    <StatusScreen status={404} message={intl.formatMessage({ id: 'failure.notFoundHelp' })}>
      <div className={styles.search}>
        <p>
          <FormattedMessage id="failure.search" />
        </p>
        <NewsSearch />
      </div>
    </StatusScreen>
  )
}
