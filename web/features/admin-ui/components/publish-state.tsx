import type { PublishState as State } from '@lectern/contract/pages/publish-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { StateTag, type Tone } from './state-tag.tsx'

const tones: Record<State, Tone> = {
  draft: 'quiet',
  scheduled: 'active',
  published: 'good',
  archived: 'quiet',
}

/** The publishing state as a tag. */
export const PublishState = ({ state }: { state: State }) => (
  <StateTag tone={tones[state]}>
    <FormattedMessage id={`office.publishing.state.${state}`} />
  </StateTag>
)
