import type { DeskRoundWorks } from '@lectern/contract/review/review.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useReviewText } from '../review-text.ts'
import printedTable from '../../../ui/printed-table.module.css'
import styles from './print-sheet.module.css'

interface PrintSheetProps extends DeskRoundWorks {
  expert: string
  printedAt: string
}

/** Own scores of a round on paper, to sign. */
export const PrintSheet = ({ round, criteria, works, expert, printedAt }: PrintSheetProps) => {
  const { t, points } = useReviewText()
  return (
    <article className={styles.sheet} lang={round.locale}>
      <h1>{t('print.title')}</h1>
      <dl className={`row ${styles.facts}`}>
        <div>
          <dt>{t('print.round')}</dt>
          <dd>{round.name}</dd>
        </div>
        <div>
          <dt>{t('print.expert')}</dt>
          <dd>{expert}</dd>
        </div>
        <div>
          <dt>{t('print.finished')}</dt>
          <dd>
            {round.finished} / {round.works}
          </dd>
        </div>
        <div>
          <dt>{t('print.at')}</dt>
          <dd>
            <Moment value={printedAt} timeZone={round.timeZone} withZone />
          </dd>
        </div>
      </dl>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard */}
      <div className={printedTable.scroll} role="region" aria-label={t('print.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('print.number')}</th>
              <th scope="col">{t('print.code')}</th>
              <th scope="col">{t('column.work')}</th>
              {criteria.map(({ id, label, max }) => (
                <th key={id} scope="col" data-number>
                  {label} <span className={styles.max}>({points(max)})</span>
                </th>
              ))}
              {criteria.length > 0 ? (
                <th scope="col" data-number>
                  {t('total')}
                </th>
              ) : (
                <th scope="col">{t('column.state')}</th>
              )}
            </tr>
          </thead>
          <tbody>
            {works.map((work, position) => (
              <tr key={work.code}>
                <td data-number>{position + 1}</td>
                <td>{work.code}</td>
                <th scope="row">{work.title}</th>
                {criteria.map(({ id }) => (
                  <td key={id} data-number>
                    {work.scores[id] === undefined ? '' : points(work.scores[id])}
                  </td>
                ))}
                {criteria.length > 0 ? (
                  <td data-number>
                    <strong>{work.total === null ? '' : points(work.total)}</strong>
                  </td>
                ) : (
                  <td>{t(`state.${work.state}`)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={`muted small ${styles.about}`}>{t('print.about')}</p>
      <div className={`row ${styles.signature}`}>
        <p>
          {t('print.signature')} <span />
        </p>
        <p>
          {t('print.date')} <span />
        </p>
      </div>
    </article>
  )
}
