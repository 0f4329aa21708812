import { App } from 'antd'
import { useState } from 'react'
import type { ReviewerId } from '@lectern/contract/ids.ts'
import { remindReviewers } from '@lectern/contract/review/review-board.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { useScoringWords } from './scoring-words.ts'

interface Reminding {
  client: Client
  round: Round
  onChanged: () => void
}

/** Reminds experts and tells who was reminded, and who had been today already. */
export const useReminding = ({ client, round, onChanged }: Reminding) => {
  const { t, intl } = useScoringWords()
  const { modal } = App.useApp()
  const [keyOf] = useState(createKeys)
  const [attempt, setAttempt] = useState(0)
  return async (experts?: readonly { id: ReviewerId }[]): Promise<void> => {
    const body = experts ? { reviewers: experts.map(({ id }) => id) } : {}
    // After a success the same experts may be asked for again: the server says that they were reminded today.
    const headers = { 'Idempotency-Key': keyOf({ ...body, attempt }) }
    try {
      const { reminded, skipped } = await client(remindReviewers, { params: { id: round.id }, body }, { headers })
      setAttempt(attempt + 1)
      modal.info({
        title: t('reminded', { count: reminded.length }),
        content: (
          <>
            {reminded.length > 0 && <p>{intl.formatList(reminded)}</p>}
            {skipped.length > 0 && (
              <p>{t('remind.skipped', { count: skipped.length, names: intl.formatList(skipped) })}</p>
            )}
          </>
        ),
      })
      onChanged()
    } catch {
      // The request has shown the reason.
    }
  }
}
