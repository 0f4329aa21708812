import { listDeskRounds, readDeskRound } from '@lectern/contract/review/review.ts'
import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { PrintSheet } from '../../features/review/components/print-sheet.tsx'
import styles from '../../features/review/components/review.module.css'
import { deskPath } from '../../features/review/desk-address.ts'
import { useReviewText } from '../../features/review/review-text.ts'
import { chooseRound } from '../../features/review/round-choice.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PrintIcon } from '../../ui/page-icons.tsx'

/** Without a round in the address: the one that the desk would show. */
export const loader = async ({ query, client }: LoaderInput) => {
  const options = { skipErrorHandler: true }
  const round = query.get('round') ?? chooseRound((await client(listDeskRounds, undefined, options)).list, null)?.code
  return round === undefined ? undefined : client(readDeskRound, { params: { round } }, options)
}

export default function Print() {
  const { user } = useSession()
  const { t } = useReviewText()
  const desk = useData<typeof loader>()
  const [printedAt] = useState(() => new Date().toISOString())
  if (!desk)
    return (
      <div className={styles.page}>
        <PageHead title={t('print.title')} />
        <EmptyState title={t('rounds.none')}>{t('rounds.none.about')}</EmptyState>
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHead title={t('print.title')} />
      <p className={`${styles.row} print-hidden`}>
        <button type="button" className="button" onClick={() => print()}>
          <PrintIcon />
          {t('print.go')}
        </button>
        <Link className="button quiet" to={deskPath(desk.round.code)}>
          {t('backToDesk')}
        </Link>
      </p>
      <PrintSheet {...desk} expert={user?.realName || user?.username || ''} printedAt={printedAt} />
    </div>
  )
}
