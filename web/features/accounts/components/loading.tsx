import { FormattedMessage } from '../../../ui/intl.tsx'
import type { Loaded } from '../use-loaded.ts'
import styles from './settings.module.css'

/** In the place of data that are on their way, or did not come. */
export const Loading = ({ failed, reload }: Pick<Loaded<unknown>, 'failed' | 'reload'>) =>
  failed ? (
    <div className={styles.loading}>
      <p>
        <FormattedMessage id="settings.loadFailed" />
      </p>
      <button type="button" className="button quiet" onClick={() => void reload()}>
        <FormattedMessage id="failure.retry" />
      </button>
    </div>
  ) : (
    <p className={styles.loading} role="status">
      <FormattedMessage id="shell.loading" />
    </p>
  )
