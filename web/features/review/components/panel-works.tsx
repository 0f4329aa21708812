import type { PanelDesk } from '@lectern/contract/review/panel-desk.ts'
import { useReviewText } from '../review-text.ts'
import styles from './review.module.css'
import table from './work-table.module.css'

/** The works of a panel: how many sheets, how far apart, score and rank. */
export const PanelWorks = ({ works }: Pick<PanelDesk, 'works'>) => {
  const { t, points } = useReviewText()
  const formatScore = (value: number | null): string => (value === null ? '–' : points(value))
  return (
    <section className={styles.works}>
      <h2 id="panel-works">{t('panel.works')}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard */}
      <div className={table.scroll} role="region" aria-labelledby="panel-works" tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.work')}</th>
              <th scope="col" data-number>
                {t('panel.sheets')}
              </th>
              <th scope="col" data-number>
                {t('panel.range')}
              </th>
              <th scope="col" data-number>
                {t('panel.score')}
              </th>
              <th scope="col" data-number>
                {t('panel.rank')}
              </th>
            </tr>
          </thead>
          <tbody>
            {works.map((work) => (
              <tr key={work.code} data-warned={work.isDiscrepant || undefined}>
                <th scope="row">
                  <span className={table.title}>{work.title || work.code}</span>
                  <span className={table.facts}>
                    <span className={styles.code}>{work.code}</span>
                    {work.isDiscrepant && <span className={table.discrepant}>{t('panel.discrepant')}</span>}
                  </span>
                </th>
                <td data-number data-label={t('panel.sheets')}>
                  {work.finished} / {work.needed}
                </td>
                <td data-number data-label={t('panel.range')}>
                  {work.lowest === null
                    ? '–'
                    : t('range', { from: formatScore(work.lowest), to: formatScore(work.highest) })}
                </td>
                <td data-number data-total data-label={t('panel.score')}>
                  {formatScore(work.score)}
                </td>
                <td data-number data-label={t('panel.rank')}>
                  {work.rank ?? '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
