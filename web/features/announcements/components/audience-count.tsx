import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Audience } from '@lectern/contract/announcements/announcements.ts'
import type { Client } from '../../../request/client.ts'
import { useAnnouncementWords } from '../announcement-words.ts'
import { useRecipients } from '../use-recipients.ts'
import { RecipientsDrawer } from './recipients-drawer.tsx'

interface AudienceCountProps {
  client: Client
  audience: Audience
  /** Tells why the reader, who takes part, writes nothing to this audience; null: they may. */
  onWhyNot: (why: string | null) => void
}

/** Number of recipients for the current conditions, with a link to their names. */
export const AudienceCount = ({ client, audience, onWhyNot }: AudienceCountProps) => {
  const { t } = useAnnouncementWords()
  const [isListOpen, setListOpen] = useState(false)
  const { answer, isBusy, isFailed } = useRecipients(client, { audience, pageSize: 1 })
  const whyNot = answer?.whyNot ?? null
  const tell = useEffectEvent(onWhyNot)
  useEffect(() => {
    // The reason for the former audience stays until the new one is known.
    if (!isBusy) tell(whyNot)
  }, [whyNot, isBusy])
  const describeCount = (): string => {
    if (isFailed) return t('countFailed')
    if (isBusy || !answer) return t('counting')
    const { people, letters } = answer
    return people === 0 ? t('countNone') : t('count', { people, letters })
  }
  const isEmpty = !isBusy && answer?.people === 0
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
