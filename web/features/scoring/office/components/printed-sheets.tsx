import { useId } from 'react'
import type { PrintedSheets as Printed } from '@lectern/contract/review/review-board.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { hasColumns, keyedExperts, namedTotals } from '../printed-columns.ts'
import { useScoringWords } from '../scoring-words.ts'
import printedTable from '../../../../ui/printed-table.module.css'
import styles from './printed-sheets.module.css'

type Panel = Printed['panels'][number]

const PanelSheet = ({ round, panel, rulesHash }: { round: Round; panel: Panel; rulesHash: string | null }) => {
  const { t, intl, points } = useScoringWords()
  const { name, experts, works } = panel
  const id = useId()
  const hasEach = hasColumns(experts)
  const columns = keyedExperts(experts)
  const numberText = (value: number | null | undefined, decimals: 0 | 2): string =>
    value === null || value === undefined ? '' : points(value, decimals)
  return (
    <section className={styles.panel}>
      <h2 id={id}>{`${round.name} · ${name}`}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard */}
      <div className={printedTable.scroll} role="region" aria-labelledby={id} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('code')}</th>
              <th scope="col">{t('work')}</th>
              {hasEach ? (
                columns.map((expert) => (
                  <th key={expert.key} scope="col" data-number>
                    {expert.name}
                  </th>
                ))
              ) : (
                <th scope="col">{t('print.scores')}</th>
              )}
              <th scope="col" data-number>
                {t('score')}
              </th>
              <th scope="col" data-number>
                {t('rank')}
              </th>
            </tr>
          </thead>
          <tfoot>
            <tr>
              <td colSpan={(hasEach ? experts.length : 1) + 4}>
                {rulesHash && (
                  <>
                    {t('rulesHash')} <code>{rulesHash}</code>
                  </>
                )}
              </td>
            </tr>
          </tfoot>
          <tbody>
            {works.map((work) => (
              <tr key={work.code}>
                <td>
                  <code>{work.code}</code>
                </td>
                <th scope="row">{work.title}</th>
                {hasEach ? (
                  columns.map(({ key }, at) => (
                    <td key={key} data-number>
                      {numberText(work.totals[at], 0)}
                    </td>
                  ))
                ) : (
                  <td>
                    {intl.formatList(
                      namedTotals(experts, work.totals).map((total) => `${total.name} ${points(total.total)}`),
                    )}
                  </td>
                )}
                <td data-number>
                  <strong>{numberText(work.score, 2)}</strong>
                </td>
                <td data-number>{work.rank}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={`${printedTable.signatures} ${styles.signatures}`} aria-label={t('print.signatures')}>
        {columns.map((expert) => (
          <li key={expert.key}>
            {expert.name} <span aria-hidden="true" />
          </li>
        ))}
        <li>
          {t('print.date')} <span aria-hidden="true" />
        </li>
      </ul>
    </section>
  )
}

/** The score sheets of each panel, a page each, to be signed. */
export const PrintedSheets = ({ round, printed }: { round: Round; printed: Printed }) => {
  const { t } = useScoringWords()
  return (
    <>
      {round.state !== 'settled' && <p className={`print-hidden ${styles.screen}`}>{t('print.notSettled')}</p>}
      {printed.panels.map((panel) => (
        <PanelSheet key={panel.name} round={round} panel={panel} rulesHash={printed.rulesHash} />
      ))}
    </>
  )
}
