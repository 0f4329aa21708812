import { FormattedMessage } from '../../../../ui/intl.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import type { PublishCheck } from '../publish-check.ts'

/** What is complete and what is missing before an activity is published. */
export const PublishChecklist = ({ checks }: { checks: readonly PublishCheck[] }) => (
  <ul style={{ display: 'grid', gap: 8, padding: 0, listStyle: 'none' }}>
    {checks.map(({ what, isGood, count }) => (
      <li key={what} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
        <StateTag tone={isGood ? 'good' : 'waiting'}>
          <FormattedMessage id={`office.activities.check.${isGood ? 'good' : 'lacking'}`} />
        </StateTag>
        <FormattedMessage id={`office.activities.check.${what}`} values={{ count, good: isGood ? 'yes' : 'no' }} />
      </li>
    ))}
  </ul>
)
