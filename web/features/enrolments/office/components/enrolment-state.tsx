import type { EnrolmentState as State } from '@lectern/contract/enrolments/enrolment-values.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useEnrolmentWords } from '../enrolment-words.ts'

const tones: Record<State, Tone> = {
  draft: 'quiet',
  submitted: 'active',
  returned: 'waiting',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'quiet',
}

export const EnrolmentState = ({ state }: { state: State }) => {
  const { state: word } = useEnrolmentWords()
  return <StateTag tone={tones[state]}>{word(state)}</StateTag>
}
