import { Badge, type BadgeProps } from 'antd'
import type { ActivityState as State } from '@lectern/contract/competition-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

const signs: Record<State, NonNullable<BadgeProps['status']>> = {
  draft: 'default',
  published: 'success',
  archived: 'default',
}

export const ActivityState = ({ state }: { state: State }) => {
  const intl = useIntl()
  return <Badge status={signs[state]} text={intl.formatMessage({ id: `office.publishing.state.${state}` })} />
}
