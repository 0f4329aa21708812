import type { ListHead } from '@lectern/contract/results/results.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { shownState, type ShownState } from '../next-step.ts'
import { useResultWords } from '../result-words.ts'

const tones: Record<ShownState, Tone> = {
  computed: 'active',
  proposed: 'waiting',
  confirmed: 'waiting',
  publicised: 'active',
  final: 'waiting',
  scheduled: 'active',
  announced: 'good',
  superseded: 'quiet',
}

export const ListState = ({ list }: { list: Pick<ListHead, 'state' | 'confirmedAt' | 'isScheduled'> }) => {
  const { t } = useResultWords()
  const state = shownState(list)
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
}
