import { useState } from 'react'
import { listMyCases, readMyCase, type MyCase } from '@lectern/contract/cases/cases.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { CaseCard } from '../../features/cases/components/case-card.tsx'
import { CaseView } from '../../features/cases/components/case-view.tsx'
import styles from '../../features/cases/components/cases.module.css'
import { useNews } from '../../features/notices/live.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  const quietly = { skipErrorHandler: true }
  if (id) return { list: [], contestCase: await client(readMyCase, { params: { id } }, quietly) }
  return { list: (await client(listMyCases, undefined, quietly)).list, contestCase: undefined }
}

const One = ({ loaded }: { loaded: MyCase }) => {
  const intl = useIntl()
  const client = useClient()
  const { user } = useSession()
  const [seen, setSeen] = useState(loaded)
  const [current, setCurrent] = useState(loaded)
  if (seen !== loaded) {
    setSeen(loaded)
    setCurrent(loaded)
  }
  const [owner, setOwner] = useState(user?.uid)
  if (user && user.uid !== owner) setOwner(user.uid)
  return (
    <div className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'case.one' }, { number: current.number })} />
      <p>
        <Link to="/account/Case">
          <FormattedMessage id="case.all" />
        </Link>
      </p>
      {owner && <CaseView client={client} contestCase={current} owner={owner} onChanged={setCurrent} />}
    </div>
  )
}

export default function MyCases() {
  const intl = useIntl()
  const router = useRouter()
  const { list, contestCase } = useData<typeof loader>()
  // An answer of the arbiters.
  useNews(() => void router.reload())
  if (contestCase) return <One key={contestCase.id} loaded={contestCase} />
  const title = intl.formatMessage({ id: 'case.mine' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <div className={`stack gap-12 ${styles.list}`}>
        {list.map((one) => (
          <CaseCard key={one.id} contestCase={one} />
        ))}
      </div>
      {list.length === 0 && (
        <EmptyState
          title={<FormattedMessage id="case.mine.none" />}
          action={
            <Link className="button quiet" to="/Objection">
              <FormattedMessage id="case.mine.none.action" />
            </Link>
          }
        >
          <FormattedMessage id="case.mine.none.about" />
        </EmptyState>
      )}
    </div>
  )
}
