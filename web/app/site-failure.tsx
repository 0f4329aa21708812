import { FormattedMessage } from '../ui/intl.tsx'
import styles from './failure-screen.module.css'

/** Shown when the frame itself fails, so it depends only on the language. */
export const SiteFailure = () => (
  <main className={styles.screen}>
    <div role="alert">
      <h1>
        <FormattedMessage id="failure.other" />
      </h1>
    </div>
    <p className={`row gap-12 ${styles.actions}`}>
      <a className="button" href="">
        <FormattedMessage id="shell.reload" />
      </a>
    </p>
  </main>
)
