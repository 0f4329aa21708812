import type { ActivityCard } from '@lectern/contract/competition/competition.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './activity-facts.module.css'

/** Team size and capacity. */
export const ActivityFacts = ({ activity }: { activity: ActivityCard }) => {
  const { teamMin, teamMax, advisorsMax, capacity, code } = activity
  return (
    <dl className={`card ${styles.facts}`}>
      <div>
        <dt>
          <FormattedMessage id="activity.team" />
        </dt>
        <dd>
          <FormattedMessage
            id="activity.teamSize"
            values={{ least: teamMin, most: teamMax, range: teamMin === teamMax ? 'one' : 'many' }}
          />
        </dd>
      </div>
      <div>
        <dt>
          <FormattedMessage id="activity.advisors" />
        </dt>
        <dd>
          <FormattedMessage id="activity.advisorsMost" values={{ most: advisorsMax }} />
        </dd>
      </div>
      <div>
        <dt>
          <FormattedMessage id="activity.places" />
        </dt>
        <dd>
          {capacity === null ? (
            <FormattedMessage id="activity.placesUnlimited" />
          ) : (
            <FormattedMessage id="activity.placesMost" values={{ capacity }} />
          )}
        </dd>
      </div>
      <div>
        <dt>
          <FormattedMessage id="activity.code" />
        </dt>
        <dd>{code}</dd>
      </div>
    </dl>
  )
}
