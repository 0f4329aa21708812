import { Tag } from 'antd'
import { FormattedMessage } from 'react-intl'
import type { BannerStanding } from '@lectern/contract/banner-values.ts'

const colors: Record<BannerStanding, string> = { now: 'green', later: 'blue', over: 'default', off: 'default' }

/** Whether visitors see a banner: now, later, no longer, or not at all. */
export const StandingTag = ({ standing }: { standing: BannerStanding }) => (
  <Tag color={colors[standing]}>
    <FormattedMessage id={`office.banners.standing.${standing}`} />
  </Tag>
)
