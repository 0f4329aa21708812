import type { AnnouncementState as State } from '@lectern/contract/announcements/announcement-values.ts'
import { StateTag } from '../../admin-ui/components/state-tag.tsx'
import { useAnnouncementWords } from '../announcement-words.ts'

const tones = { draft: 'quiet', sending: 'active', sent: 'good' } as const

export const AnnouncementState = ({ state }: { state: State }) => {
  const { t } = useAnnouncementWords()
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
}
