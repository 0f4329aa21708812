import { useState } from 'react'
import {
  acceptOfficerInvitation,
  listMyOfficers,
  readOfficerInvitation,
} from '@lectern/contract/institutions/officers.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { OfficerCard } from '../../features/institutions/components/officer-card.tsx'
import { OfficerRequest } from '../../features/institutions/components/officer-request.tsx'
import { failureOf } from '../../request/request-error.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './institutions.module.css'

const quietly = { skipErrorHandler: true }

type Invitation = AnswerOf<typeof readOfficerInvitation>

/** The invitation in the address; null: it is over. */
const loadInvitation = async (client: LoaderInput['client'], token: string): Promise<Invitation | null> => {
  try {
    return await client(readOfficerInvitation, { params: { token } }, quietly)
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.error === 'officer.invitationOver' || failure?.error === 'request.invalid') return null
    throw error
  }
}

export const loader = async ({ query, client }: LoaderInput) => {
  const token = query.get('invitation')
  const [mine, invitation] = await Promise.all([
    client(listMyOfficers, undefined, quietly),
    token ? loadInvitation(client, token) : undefined,
  ])
  return { mine: mine.list, token, invitation }
}

interface InvitedProps {
  token: string
  invitation: Invitation
  onAccepted: () => void
}

const Invited = ({ token, invitation, onAccepted }: InvitedProps) => {
  const client = useClient()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const accept = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await client(acceptOfficerInvitation, { params: { token } }, { inPlaceSignIn: true })
      onAccepted()
      await go(router, '/account/Officer', { replace: true })
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <section className="card stack gap-12">
      <p className="strong">
        <FormattedMessage id="account.officer.invitation" values={{ institution: invitation.institution }} />
      </p>
      <p className="muted">
        <FormattedMessage id="account.officer.invitationFor" values={{ name: invitation.name }} />
      </p>
      <div>
        <button type="button" className="button" aria-busy={busy} onClick={() => void accept()}>
          <FormattedMessage id="account.officer.accept" />
        </button>
      </div>
    </section>
  )
}

export default function Officers() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { mine, token, invitation } = useData<typeof loader>()
  const [acceptedName, setAcceptedName] = useState<string | null>(null)
  const title = intl.formatMessage({ id: 'account.officer.title' })
  const reload = (): Promise<unknown> => router.reload()
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <p className="muted">
        <FormattedMessage id="account.officer.about" />
      </p>
      {invitation === null && (
        <Notice>
          <FormattedMessage id="account.officer.invitationOver" />
        </Notice>
      )}
      {acceptedName && (
        <Notice kind="done">
          <FormattedMessage id="account.officer.accepted" values={{ institution: acceptedName }} />
        </Notice>
      )}
      {token && invitation && (
        <Invited token={token} invitation={invitation} onAccepted={() => setAcceptedName(invitation.institution)} />
      )}
      <section className="stack gap-12" aria-labelledby="mine">
        <h2 id="mine">
          <FormattedMessage id="account.officer.mine" />
        </h2>
        {mine.length === 0 ? (
          <p className="muted">
            <FormattedMessage id="account.officer.none" />
          </p>
        ) : (
          <ul className={`stack gap-12 ${styles.list}`}>
            {mine.map((officer) => (
              <OfficerCard key={officer.id} client={client} officer={officer} onChanged={reload} />
            ))}
          </ul>
        )}
      </section>
      <section className="stack gap-12" aria-labelledby="ask">
        <h2 id="ask">
          <FormattedMessage id="account.officer.ask" />
        </h2>
        <OfficerRequest client={client} onSent={reload} />
      </section>
    </div>
  )
}
