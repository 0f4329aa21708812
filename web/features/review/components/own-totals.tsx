import { useCallback, useEffect, useState } from 'react'
import { readDeskRound, type DeskWork } from '@lectern/contract/review/review.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { reviewPath } from '../desk-address.ts'
import { useReviewText } from '../review-text.ts'
import { compareTotals } from '../work-list.ts'
import own from './desk-extras.module.css'
import styles from './sheet.module.css'

/** My works of the round; loaded beside the work, which does not wait for them. The function loads them again. */
export const useOwnWorks = (client: Client, round: string): readonly [readonly DeskWork[] | undefined, () => void] => {
  const [works, setWorks] = useState<readonly DeskWork[]>()
  const load = useCallback((): void => {
    client(readDeskRound, { params: { round } }, { skipErrorHandler: true }).then(
      (answer) => setWorks(answer.works),
      () => undefined,
    )
  }, [client, round])
  useEffect(load, [load])
  return [works, load]
}

interface OwnTotalsProps {
  works: readonly DeskWork[]
  code: string
  title: string
  /** What is typed now; undefined while points are missing. */
  total: number | undefined
}

/** Own totals from the highest, this work among them: is it as good as its neighbours? */
export const OwnTotals = ({ works, code, title, total }: OwnTotalsProps) => {
  const { t, points } = useReviewText()
  const compared = compareTotals(works, { code, title, total })
  return (
    <details className={own.compare}>
      <summary>{t('compare', { count: compared.length })}</summary>
      {compared.length === 0 ? (
        <p className={styles.help}>{t('compare.none')}</p>
      ) : (
        <ol className={own.totals}>
          {compared.map((each) => (
            <li key={each.code} aria-current={each.isCurrent || undefined}>
              {each.isCurrent ? (
                <span className={own.totalTitle}>{t('compare.this')}</span>
              ) : (
                <Link className={own.totalTitle} to={reviewPath(each.code)}>
                  {each.title}
                </Link>
              )}
              <span className={own.code}>{each.code}</span>
              <meter className={own.meter} min={0} max={10_000} value={each.total} aria-hidden="true" />
              <span className={own.totalPoints}>{points(each.total)}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
