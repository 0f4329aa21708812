import type { Announcement } from '@lectern/contract/announcements.ts'
import { StateTag } from '../../office/components/state-tag.tsx'
import { useAnnouncementWords } from '../announcement-words.ts'

const tones = { sent: 'good', failed: 'bad', waiting: 'active' } as const

/** What has become of the letters. */
export const LetterCounts = ({ letters }: Pick<Announcement, 'letters'>) => {
  const { say } = useAnnouncementWords()
  const told = (['sent', 'failed', 'waiting'] as const).filter((state) => letters[state] > 0)
  if (told.length === 0) return say('lettersNone')
  return told.map((state) => (
    <div key={state}>
      <StateTag tone={tones[state]}>{say(`letters.${state}`, { count: letters[state] })}</StateTag>
    </div>
  ))
}
