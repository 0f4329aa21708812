import { useSyncExternalStore } from 'react'
import { FormattedMessage } from '../../ui/intl.tsx'
import styles from './banner.module.css'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

export const OfflineBanner = () => {
  const online = useOnline()
  return (
    <div role="status" className={styles.place}>
      {!online && (
        <p className={styles.banner} data-kind="warning">
          <FormattedMessage id="shell.offline" />
        </p>
      )}
    </div>
  )
}
