import { workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import { useSession } from '../session.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

/** What the reader looks after, unless it is everything. */
export const OwnDuties = ({ className = 'muted' }: { className?: string }) => {
  const intl = useIntl()
  const { user } = useSession()
  if (user?.access !== 'admin') return null
  const { duties, activities } = user
  if (activities === null && workingDuties.every((duty) => duties.includes(duty))) return null
  const names = duties.map((duty) => {
    const name = intl.formatMessage({ id: `office.duty.${duty}` })
    return duty === 'contest' && activities
      ? intl.formatMessage({ id: 'office.duties.some' }, { duty: name, count: activities.length })
      : name
  })
  return (
    <p className={className}>
      <FormattedMessage id="office.duties.own" values={{ duties: intl.formatList(names) }} />
    </p>
  )
}
