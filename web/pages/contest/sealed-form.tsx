import { readEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { PageHead } from '../../app/page-head.tsx'
import { NoEnrolment } from '../../features/enrolments/components/no-enrolment.tsx'
import page from '../../features/enrolments/components/enrolment.module.css'
import { SealedForm } from '../../features/enrolments/components/sealed-form.tsx'
import { enrolmentPath } from '../../features/enrolments/enrolment-address.ts'
import { findOwnEnrolment } from '../../features/enrolments/own-enrolment.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

const quietly = { skipErrorHandler: true }

/** The enrolment in the address, or the user's own in this activity. */
export const loader = async ({ params, query, client }: LoaderInput) => {
  const activityId = params.id!
  const id = query.get('enrolment') ?? (await findOwnEnrolment(client, activityId))
  return { activityId, enrolment: id ? await client(readEnrolment, { params: { id } }, quietly) : undefined }
}

/** The completed form to print, have sealed by the school, and scan. */
export default function SealedFormPage() {
  const intl = useIntl()
  const { activityId, enrolment } = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'enrolment.sealed.title' })
  if (!enrolment)
    return (
      <div className={page.page}>
        <PageHead title={title} />
        <NoEnrolment activityId={activityId} />
      </div>
    )
  return (
    <div className={page.page}>
      <PageHead title={title} />
      <div className={page.actions}>
        <button type="button" className="button" onClick={() => print()}>
          <FormattedMessage id="enrolment.sealed.now" />
        </button>
        <Link className="button quiet" to={enrolmentPath(activityId, enrolment.id)}>
          <FormattedMessage id="enrolment.sealed.back" />
        </Link>
      </div>
      <SealedForm enrolment={enrolment} />
    </div>
  )
}
