import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { readDeskRound } from '../../features/review/api.ts'
import { PrintSheet } from '../../features/review/components/print-sheet.tsx'
import styles from '../../features/review/components/review.module.css'
import { deskPath } from '../../features/review/desk-address.ts'
import { useReviewText } from '../../features/review/review-text.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { PrintIcon } from '../../ui/page-icons.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(readDeskRound, { params: { round: query.get('round') ?? '' } }, { skipErrorHandler: true })

export default function Print() {
  const { user } = useSession()
  const { t } = useReviewText()
  const desk = useData<typeof loader>()
  const [printedAt] = useState(() => new Date().toISOString())
  return (
    <div className={styles.page}>
      <PageHead title={t('print.title')} />
      <p className={`${styles.row} ${styles.screenOnly}`}>
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
