import type { RoundState as State } from '@lectern/contract/review/review-values.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useRoundWords } from '../round-words.ts'

const tones: Record<State, Tone> = {
  draft: 'quiet',
  planned: 'waiting',
  open: 'active',
  paused: 'waiting',
  closed: 'waiting',
  settled: 'good',
}

export const RoundState = ({ state }: { state: State }) => {
  const { t } = useRoundWords()
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
}
