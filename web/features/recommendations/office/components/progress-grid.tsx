import type { ProvinceProgress } from '@lectern/contract/recommendations/recommendation-rules.ts'
import { listStates } from '@lectern/contract/recommendations/recommendation-values.ts'
import { Empty } from 'antd'
import { Link } from '../../../../router/link.tsx'
import { recommendationsAddress, useRecommendWords } from '../recommend-words.ts'
import styles from './progress-grid.module.css'

interface ProgressProps {
  activity: string
  progress: readonly ProvinceProgress[]
}

const countOf = (row: ProvinceProgress): number => listStates.reduce((sum, state) => sum + row[state], 0)

/** A tile for each province: the share of its schools in each state, and how many are late. */
export const ProgressGrid = ({ activity, progress }: ProgressProps) => {
  const { t, shared } = useRecommendWords()
  if (progress.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('progress.none')} />
  return (
    <>
      <ul className={styles.legend}>
        {listStates.map((state) => (
          <li key={state}>
            <span className={styles.key} data-state={state} aria-hidden="true" />
            {shared(`state.${state}`)}
          </li>
        ))}
      </ul>
      <ul className={styles.grid}>
        {progress.map((row) => {
          const { institution, late, own } = row
          const count = countOf(row)
          const facts = listStates.map((state) => `${shared(`state.${state}`)} ${row[state]}`).join(' · ')
          return (
            <li key={institution?.id ?? 'none'} className={styles.tile} data-late={late > 0 || undefined}>
              <p className="strong">
                {institution ? (
                  <Link to={recommendationsAddress({ activity, tab: 'lists', above: institution.id })}>
                    {institution.name}
                  </Link>
                ) : (
                  t('province.none')
                )}
              </p>
              <div className={styles.bar} role="img" aria-label={facts}>
                {listStates.map(
                  (state) => row[state] > 0 && <span key={state} data-state={state} style={{ flexGrow: row[state] }} />,
                )}
              </div>
              <p className="muted small">
                {t('grid.done', { done: row.handedIn + row.accepted, count })}
                {late > 0 && <strong className={styles.late}> {t('grid.late', { count: late })}</strong>}
              </p>
              {own && (
                <p className="small">
                  {t('ownList')}: {shared(`state.${own.state}`)}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
