import { bundleCertificates } from '@lectern/contract/certificates/certificates.ts'
import { App } from 'antd'
import { useState } from 'react'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { useCertificateWords } from './certificate-words.ts'

/** Starts the task that makes a ZIP archive, and says where it will be found. */
export const useBundle = (client: Client) => {
  const { t } = useCertificateWords()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    /** Whether it has begun. */
    begin: async (body: BodyOf<typeof bundleCertificates>): Promise<boolean> => {
      setBusy(true)
      try {
        const { certificates } = await client(bundleCertificates, { body }, { inPlaceSignIn: true })
        void message.success({
          duration: 10,
          content: (
            <>
              {t('bundle.begun', { count: certificates })} <Link to="/Admin/Task">{t('bundle.tasks')}</Link>
            </>
          ),
        })
        return true
      } catch {
        // The request has shown the reason.
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
