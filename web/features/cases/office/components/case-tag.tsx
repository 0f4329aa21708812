import type { CaseState } from '@lectern/contract/cases/case-values.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'

const tones: Record<CaseState, Tone> = {
  received: 'waiting',
  admitted: 'active',
  investigating: 'active',
  refused: 'quiet',
  upheld: 'good',
  dismissed: 'quiet',
  withdrawn: 'quiet',
}

export const CaseTag = ({ state }: { state: CaseState }) => (
  <StateTag tone={tones[state]}>
    <FormattedMessage id={`case.state.${state}`} />
  </StateTag>
)
