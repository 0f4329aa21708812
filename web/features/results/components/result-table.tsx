import type { WorkId } from '@lectern/contract/ids.ts'
import type { PublicResultRow } from '@lectern/contract/results/public-results.ts'
import type { PublicColumn } from '@lectern/contract/results/result-values.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { shownWorkPath } from '../result-paths.ts'
import styles from './result-table.module.css'

interface ResultTableProps {
  rows: readonly PublicResultRow[]
  columns: readonly PublicColumn[]
  prizes: readonly { id: string; awarded: number }[]
  /** Only some rows are shown, so the number of all of them would confuse. */
  isFiltered: boolean
  /** The picture of a work that has a page. Absent: no page has one yet. */
  renderCover?: ((work: WorkId) => ReactNode) | undefined
}

/** Columns whose cells are short and need not wrap. */
const shortColumns = new Set<PublicColumn>(['rank', 'score', 'number', 'province'])
const numberColumns = new Set<PublicColumn>(['rank', 'score'])

/** What a row is called, best first. */
const headColumns = ['title', 'team', 'number', 'school', 'people'] as const satisfies PublicColumn[]

/** Rows with the same group and prize, which follow each other. */
const partsOf = (rows: readonly PublicResultRow[]): PublicResultRow[][] => {
  const parts: PublicResultRow[][] = []
  for (const row of rows) {
    const last = parts.at(-1)
    const isSame = last && last[0]!.prize?.id === row.prize?.id && last[0]!.group?.id === row.group?.id
    if (isSame) last.push(row)
    else parts.push([row])
  }
  return parts
}

const useCell = (): ((row: PublicResultRow, column: PublicColumn) => ReactNode) => {
  const intl = useIntl()
  const names = (people: readonly { name: string }[]): string => intl.formatList(people.map(({ name }) => name))
  return (row, column) => {
    switch (column) {
      case 'rank':
        return row.rank === null ? null : intl.formatNumber(row.rank)
      case 'score':
        return row.score === null ? null : formatPoints(row.score, { locale: intl.locale, decimals: 2 })
      case 'prize':
        return row.prize?.label
      case 'people':
        return names(row.people)
      case 'advisors':
        return names(row.advisors)
      case 'title':
        return row.work ? <Link to={shownWorkPath(row.work)}>{row.title}</Link> : row.title
      case 'number':
        return <span translate="no">{row.number}</span>
      default:
        return row[column]
    }
  }
}

const Rows = ({
  rows,
  columns,
  renderCover,
  labelledBy,
}: Pick<ResultTableProps, 'rows' | 'columns' | 'renderCover'> & { labelledBy?: string }) => {
  const intl = useIntl()
  const cell = useCell()
  const head = headColumns.find((column) => columns.includes(column)) ?? columns[0]!
  const label = (column: PublicColumn): string => intl.formatMessage({ id: `result.column.${column}` })
  const marks = (column: PublicColumn) => ({
    'data-head': column === head || undefined,
    'data-short': shortColumns.has(column) || undefined,
    'data-number': numberColumns.has(column) || undefined,
  })
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" {...marks(column)}>
              {label(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns that would tell rows apart may be hidden; rows never move
          <tr key={index}>
            {columns.map((column) => {
              const Cell = column === head ? 'th' : 'td'
              return (
                <Cell
                  key={column}
                  {...(column === head ? { scope: 'row' } : { 'data-label': label(column) })}
                  {...marks(column)}
                >
                  {renderCover && column === head && row.work !== null ? (
                    <span className={`row gap-12 ${styles.pictured}`}>
                      {renderCover(row.work)}
                      <span>{cell(row, column)}</span>
                    </span>
                  ) : (
                    cell(row, column)
                  )}
                  {column === head && row.adjustmentReason !== null && (
                    <span className={`muted small ${styles.adjusted}`}>
                      <FormattedMessage id="result.adjusted" values={{ reason: row.adjustmentReason }} />
                    </span>
                  )}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The awarded works, a table for each prize. */
export const ResultTable = ({ rows, columns, prizes, isFiltered, renderCover }: ResultTableProps) => {
  const intl = useIntl()
  const isGroupedBy = rows.some(({ prize, group }) => prize ?? group)
  // Few teams have advisors.
  const isEmpty = (column: PublicColumn): boolean =>
    column === 'advisors' && rows.every(({ advisors }) => advisors.length === 0)
  const others = columns.filter((column) => column !== 'prize' && !isEmpty(column))
  const visibleColumns = isGroupedBy && others.length > 0 ? others : columns
  return partsOf(rows).map((part) => {
    const { prize, group } = part[0]!
    const id = `prize-${[group?.id, prize?.id].filter(Boolean).join('-')}`
    const awarded = group === null ? prizes.find((one) => one.id === prize?.id)?.awarded : undefined
    const name =
      prize && awarded !== undefined && !isFiltered
        ? intl.formatMessage({ id: 'result.prize' }, { prize: prize.label, count: awarded })
        : prize?.label
    const title = [group?.label, name].filter(Boolean).join(' · ')
    return (
      <section key={id} className={styles.part}>
        {title && <h2 id={id}>{title}</h2>}
        <Rows rows={part} columns={visibleColumns} renderCover={renderCover} {...(title && { labelledBy: id })} />
      </section>
    )
  })
}
