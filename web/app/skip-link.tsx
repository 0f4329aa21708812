import { FormattedMessage } from '../ui/intl.tsx'
import styles from './skip-link.module.css'

/** The first tab stop of every page: skips menu and bar. */
export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    <FormattedMessage id="shell.skip" />
  </a>
)
