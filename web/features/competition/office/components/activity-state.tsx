import type { ActivityState as State } from '@lectern/contract/competition/competition-values.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'

const tones: Record<State, Tone> = {
  draft: 'quiet',
  scheduled: 'active',
  published: 'good',
  archived: 'quiet',
}

export const ActivityState = ({ state }: { state: State }) => (
  <StateTag tone={tones[state]}>
    <FormattedMessage id={`office.publishing.state.${state}`} />
  </StateTag>
)
