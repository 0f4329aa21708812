import type { ReviewerState as State } from '@lectern/contract/review/review-values.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useReviewerWords } from '../reviewer-words.ts'

const tones: Record<State, Tone> = { invited: 'waiting', accepted: 'good', declined: 'bad', removed: 'quiet' }

export const ReviewerState = ({ state }: { state: State }) => {
  const { t } = useReviewerWords()
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
}
