import { Tag } from 'antd'
import type { ExpertState as State } from '@lectern/contract/expert-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'

const colors: Record<State, string> = { draft: 'default', published: 'green', archived: 'default' }

export const ExpertState = ({ state }: { state: State }) => (
  <Tag color={colors[state]}>
    <FormattedMessage id={`office.experts.state.${state}`} />
  </Tag>
)
