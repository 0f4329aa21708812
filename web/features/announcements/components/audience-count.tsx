import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { Audience } from '@lectern/contract/announcements.ts'
import type { Client } from '../../../request/client.ts'
import { useAnnouncementWords } from '../announcement-words.ts'
import { useRecipients } from '../use-recipients.ts'
import { RecipientsDrawer } from './recipients-drawer.tsx'

/** Number of recipients for the current conditions, with a link to their names. */
export const AudienceCount = ({ client, audience }: { client: Client; audience: Audience }) => {
  const { t } = useAnnouncementWords()
  const [isListOpen, setListOpen] = useState(false)
  const { found, isBusy, isFailed } = useRecipients(client, { audience, pageSize: 1 })
  const describeCount = (): string => {
    if (isFailed) return t('countFailed')
    if (isBusy || !found) return t('counting')
    const { people, letters } = found
    return people === 0 ? t('countNone') : t('count', { people, letters })
  }
  const isEmpty = !isBusy && found?.people === 0
  return (
    <>
      <Alert
        role="status"
        type={isFailed || isEmpty ? 'warning' : 'info'}
        showIcon
        title={describeCount()}
        action={
          <Button size="small" aria-haspopup="dialog" disabled={isEmpty} onClick={() => setListOpen(true)}>
            {t('showList')}
          </Button>
        }
      />
      {isListOpen && <RecipientsDrawer client={client} audience={audience} onClose={() => setListOpen(false)} />}
    </>
  )
}
