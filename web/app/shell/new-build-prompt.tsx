import { readVersion } from '@lectern/contract/operations/operations.ts'
import { useEffect, useState } from 'react'
import { FormattedMessage } from '../../ui/intl.tsx'
import { useClient } from '../client-context.tsx'
import { useSite } from '../site.tsx'
import styles from './banner.module.css'

const pollMilliseconds = 5 * 60_000

/**
 * True once the server runs another build than this page. Checked periodically, and when the reader returns to the tab.
 */
const useNewBuild = (build: string): boolean => {
  const client = useClient()
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return
      // Failures are ignored; the next request retries.
      const running = await client(readVersion, {}, { skipErrorHandler: true }).catch(() => undefined)
      if (running && running.build !== build) setNew(true)
    }
    const timer = setInterval(() => void ask(), pollMilliseconds)
    const onReturn = (): void => void ask()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [client, build])
  return isNew
}

export const NewBuildPrompt = () => {
  const isNew = useNewBuild(useSite().build)
  return (
    <div role="status" className={styles.place}>
      {isNew && (
        <p className={`cluster card ${styles.prompt}`}>
          <FormattedMessage id="shell.newBuild" />
          <button type="button" className="button" onClick={() => location.reload()}>
            <FormattedMessage id="shell.refresh" />
          </button>
        </p>
      )}
    </div>
  )
}
