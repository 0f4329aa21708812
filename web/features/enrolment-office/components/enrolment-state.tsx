import { Tag } from 'antd'
import type { EnrolmentState as State } from '@lectern/contract/enrolment-values.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'

const colors: Record<State, string> = {
  draft: 'default',
  submitted: 'blue',
  returned: 'gold',
  approved: 'green',
  rejected: 'red',
  withdrawn: 'default',
}

/** Where an enrolment stands. */
export const EnrolmentState = ({ state }: { state: State }) => {
  const { state: word } = useEnrolmentWords()
  return <Tag color={colors[state]}>{word(state)}</Tag>
}
