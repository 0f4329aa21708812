import { useIntl } from './intl.tsx'
import styles from './spinner.module.css'

/** Shown while a page loads. */
export const Spinner = () => {
  const intl = useIntl()
  return (
    <div className={`script-only ${styles.place}`} role="status">
      <span className={styles.circle} aria-hidden="true" />
      <span className="small">{intl.formatMessage({ id: 'shell.loading' })}</span>
    </div>
  )
}
