import type { Announcement } from '@lectern/contract/announcements/announcements.ts'
import { StateTag } from '../../admin-ui/components/state-tag.tsx'
import { useAnnouncementWords } from '../announcement-words.ts'

const tones = { sent: 'good', failed: 'bad', waiting: 'active' } as const

/** Delivery states of the letters. */
export const LetterCounts = ({ letters }: Pick<Announcement, 'letters'>) => {
  const { t } = useAnnouncementWords()
  const shownStates = (['sent', 'failed', 'waiting'] as const).filter((state) => letters[state] > 0)
  if (shownStates.length === 0) return t('lettersNone')
  return shownStates.map((state) => (
    <div key={state}>
      <StateTag tone={tones[state]}>{t(`letters.${state}`, { count: letters[state] })}</StateTag>
    </div>
  ))
}
