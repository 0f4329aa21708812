import { Badge, type BadgeProps } from 'antd'
import type { PublishState as State } from '@lectern/contract/publish-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

const signs: Record<State, NonNullable<BadgeProps['status']>> = {
  draft: 'default',
  scheduled: 'warning',
  published: 'success',
  archived: 'default',
}

/** Where something stands between draft and archive. */
export const PublishState = ({ state }: { state: State }) => {
  const intl = useIntl()
  return <Badge status={signs[state]} text={intl.formatMessage({ id: `office.publishing.state.${state}` })} />
}
