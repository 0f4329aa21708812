import type { BannerStanding } from '@lectern/contract/banners/banner-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../admin-ui/components/state-tag.tsx'

const tones: Record<BannerStanding, Tone> = { now: 'good', later: 'active', over: 'quiet', off: 'quiet' }

/** Whether a banner is visible: now, later, no longer, or off. */
export const StandingTag = ({ standing }: { standing: BannerStanding }) => (
  <StateTag tone={tones[standing]}>
    <FormattedMessage id={`office.banners.standing.${standing}`} />
  </StateTag>
)
