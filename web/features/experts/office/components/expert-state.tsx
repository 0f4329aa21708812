import type { ExpertState as State } from '@lectern/contract/experts/expert-values.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'

const tones: Record<State, Tone> = { draft: 'quiet', published: 'good', archived: 'quiet' }

export const ExpertState = ({ state }: { state: State }) => (
  <StateTag tone={tones[state]}>
    <FormattedMessage id={`office.experts.state.${state}`} />
  </StateTag>
)
