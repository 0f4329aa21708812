import { App } from 'antd'
import { useState } from 'react'
import { sendAnnouncement, type Announcement } from '@lectern/contract/announcements/announcements.ts'
import type { Client } from '../../request/client.ts'
import { createKeys } from '../../request/idempotency-key.ts'
import { failureOf } from '../../request/request-error.ts'
import { formCall } from '../admin-ui/use-office-form.ts'
import { useAnnouncementWords } from './announcement-words.ts'
import { countRecipients } from './use-recipients.ts'

const isOtherNumber = (error: unknown): boolean => failureOf(error)?.error === 'announcement.audienceChanged'

/** Asks for confirmation with the number of recipients, and sends only if that number is still correct. */
export const useSend = (client: Client) => {
  const { t, titleOf } = useAnnouncementWords()
  const { modal, message } = App.useApp()
  const [keyOf] = useState(createKeys)

  const confirm = (draft: Announcement, people: number, letters: number, isAgain: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      modal.confirm({
        title: t('confirm', { people }),
        content: (
          <>
            {isAgain && <p role="alert">{t('confirmChanged')}</p>}
            <p>{t('confirmHelp', { title: titleOf(draft).text, letters })}</p>
          </>
        ),
        okText: t('confirmSend', { people }),
        cancelText: t('cancel'),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })

  /** Returns the sent announcement, or undefined if it was cancelled. */
  const ask = async (draft: Announcement, isAgain = false): Promise<Announcement | undefined> => {
    const { people, letters } = await countRecipients(client, draft.audience)
    if (people === 0) {
      void message.warning(t('countNone'))
      return undefined
    }
    if (!(await confirm(draft, people, letters, isAgain))) return undefined
    const body = { version: draft.version, people }
    const headers = { 'Idempotency-Key': keyOf({ id: draft.id, ...body }) }
    const reportedByCaller = [...formCall.reportedByCaller, 'announcement.audienceChanged'] as const
    try {
      const call = { params: { id: draft.id }, body }
      const sent = await client(sendAnnouncement, call, { ...formCall, reportedByCaller, headers })
      void message.success(t('done', { people }))
      return sent
    } catch (error) {
      if (isOtherNumber(error)) return ask(draft, true)
      throw error
    }
  }
  return { ask }
}
