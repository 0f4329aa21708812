import { duties, type NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import { listOrganisers, type Organiser } from '@lectern/contract/accounts/duties.ts'
import { useEffect, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { useClient } from '../client-context.tsx'
import { OfficeFrame } from './office-frame.tsx'

/** Duties by their names. */
const covering = (needed: readonly NeededDuty[]) =>
  duties.filter((duty) => needed.includes(duty) || (duty === 'contest' && needed.includes('activity')))

/** A page of the office that the reader's duties do not cover: whose it is, and whom to ask. */
export const DutyRefusal = ({ needed }: { needed: readonly NeededDuty[] }) => {
  const intl = useIntl()
  const client = useClient()
  const [holders, setHolders] = useState<readonly Organiser[]>()
  useEffect(() => {
    client(listOrganisers, undefined, { skipErrorHandler: true }).then(
      ({ list }) => setHolders(list.filter((one) => covering(needed).some((duty) => one.duties.includes(duty)))),
      () => undefined,
    )
  }, [client, needed])
  const title = intl.formatMessage({ id: 'office.duties.refused.title' })
  const names = covering(needed).map((duty) => intl.formatMessage({ id: `office.duty.${duty}` }))
  return (
    <OfficeFrame title={title}>
      <div className="stack gap-16">
        <p>
          <FormattedMessage id="office.duties.refused.text" values={{ duties: intl.formatList(names) }} />
        </p>
        {holders && (
          <p>
            {holders.length > 0 ? (
              <FormattedMessage
                id="office.duties.refused.holders"
                values={{ names: intl.formatList(holders.map(({ name }) => name)) }}
              />
            ) : (
              <FormattedMessage id="office.duties.refused.nobody" />
            )}
          </p>
        )}
        <p>
          <Link to="/Admin" className="button quiet">
            <FormattedMessage id="office.duties.refused.home" />
          </Link>
        </p>
      </div>
    </OfficeFrame>
  )
}
