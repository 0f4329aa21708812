import { Fragment } from 'react'
import type { ResultList, ResultRow } from '@lectern/contract/results/results.ts'
import { groupOf } from '../borders.ts'
import { useResultWords } from '../result-words.ts'
import { useListName } from './result-head.tsx'
import printedTable from '../../../../ui/printed-table.module.css'
import styles from './printed-list.module.css'

interface PrintedListProps {
  list: ResultList
  rows: readonly ResultRow[]
}

const Signatures = () => {
  const { t } = useResultWords()
  return (
    <ul className={`${printedTable.signatures} ${styles.signatures}`} aria-label={t('print.signatures')}>
      {(['print.proposed', 'print.confirmed', 'print.date'] as const).map((label) => (
        <li key={label}>
          {t(label)} <span aria-hidden="true" />
        </li>
      ))}
    </ul>
  )
}

/** A list on paper, group by group, with its hash and room for signatures. */
export const PrintedList = ({ list, rows }: PrintedListProps) => {
  const { t, intl, points } = useResultWords()
  const nameOf = useListName()
  const groups = Map.groupBy(rows, ({ group }) => group?.id ?? '')
  return (
    <section className={styles.list}>
      <h2>{`${list.activity.code} ${list.activity.name}`}</h2>
      <p>
        {[
          nameOf(list),
          t(`state.${list.state}`),
          t('print.computed', { moment: intl.formatMoment(list.computed.at, 'moment', list.timeZone) }),
        ].join(' · ')}
      </p>
      {[...groups].map(([id, works]) => (
        <Fragment key={id}>
          {works[0]!.group && <h3>{works[0]!.group.label}</h3>}
          <p>
            {(groupOf(list.groups, works[0]!.group)?.tiers ?? [])
              .map(({ label, awarded }) => t('print.tier', { prize: label, count: awarded }))
              .join(' · ')}
          </p>
          <div className={printedTable.scroll}>
            <table>
              <thead>
                <tr>
                  <th scope="col" data-number>
                    {t('column.rank')}
                  </th>
                  <th scope="col">{t('column.number')}</th>
                  <th scope="col">{t('column.title')}</th>
                  <th scope="col">{t('column.people')}</th>
                  <th scope="col">{t('column.school')}</th>
                  <th scope="col" data-number>
                    {t('column.score')}
                  </th>
                  <th scope="col">{t('column.prize')}</th>
                </tr>
              </thead>
              <tbody>
                {works.map((row) => (
                  <tr key={row.work}>
                    <td data-number>{row.rank}</td>
                    <td>{row.number}</td>
                    <th scope="row">{row.title}</th>
                    <td>{intl.formatList(row.people.map(({ name }) => name))}</td>
                    <td>{row.school}</td>
                    <td data-number>{row.score === null ? '' : points(row.score)}</td>
                    <td>
                      {row.isExcluded ? t('mark.excluded') : row.prize?.label}
                      {row.adjustmentReason && <small>{row.adjustmentReason}</small>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Fragment>
      ))}
      <p className={styles.hash}>
        {t(list.fingerprintVersion === 1 ? 'hash.rows' : 'hash.fingerprint')} <code>{list.fingerprint}</code>
      </p>
      <Signatures />
    </section>
  )
}
