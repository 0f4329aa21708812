import { Tag } from 'antd'
import type { BannerStanding } from '@lectern/contract/banner-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'

const colors: Record<BannerStanding, string> = { now: 'green', later: 'blue', over: 'default', off: 'default' }

/** Whether visitors see a banner: now, later, no longer, or not at all. */
export const StandingTag = ({ standing }: { standing: BannerStanding }) => (
  <Tag color={colors[standing]}>
    <FormattedMessage id={`office.banners.standing.${standing}`} />
  </Tag>
)
