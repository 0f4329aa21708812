import type { GridCell, GridExpert, GridWork } from '@lectern/contract/rounds/review-plan.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { RowActions } from '../../../admin-ui/components/row-actions.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useScoringWords } from '../../../scoring/office/scoring-words.ts'
import { usePlanWords } from '../plan-words.ts'
import { GridWorkHead, type OpenedCell } from './grid-work.tsx'
import styles from './grid.module.css'

export interface GridProps {
  works: readonly GridWork[]
  experts: readonly GridExpert[]
  round: Round
  onOpen: (cell: OpenedCell) => void
  /** Absent: nobody judges now. */
  onRemind: ((expert: GridExpert) => void) | undefined
}

/** What stands in a cell: points, or a sign for how far the expert is. */
const signs = { todo: '○', draft: '◐', submitted: '●', changed: '◑' } as const satisfies Record<
  GridCell['sheet'],
  string
>

interface CellProps {
  work: GridWork
  expert: GridExpert
  onOpen: (cell: OpenedCell) => void
}

const Cell = ({ work, expert, onOpen }: CellProps) => {
  const { t, points } = usePlanWords()
  const cell = work.cells.find(({ reviewer }) => reviewer === expert.id)
  const isConflicted = work.conflicted.includes(expert.id)
  const label = (state: string): string => t('grid.cell', { name: expert.name, code: work.code, state })
  if (!cell && isConflicted)
    return (
      <td className={styles.conflict}>
        <span role="img" aria-label={label(t('grid.conflict'))} title={t('grid.conflict')}>
          ×
        </span>
      </td>
    )
  const total = cell && cell.total !== null ? points(cell.total) : undefined
  const state = cell ? [t(`sheet.${cell.sheet}`), total].filter(Boolean).join(' ') : t('grid.free')
  return (
    <td data-sheet={cell?.sheet} data-third={cell?.isThird || undefined}>
      <button
        type="button"
        className={styles.cell}
        aria-haspopup="dialog"
        aria-label={label(state)}
        title={state}
        onClick={() => onOpen({ work, ...(!cell && { proposed: expert.id }) })}
      >
        {cell ? (total ?? signs[cell.sheet]) : <span className={styles.free}>+</span>}
      </button>
    </td>
  )
}

/** What the signs in the cells mean. */
const Legend = () => {
  const { t } = usePlanWords()
  return (
    <ul className={`cluster muted ${styles.legend}`}>
      {(['todo', 'draft', 'submitted', 'changed'] as const).map((sheet) => (
        <li key={sheet}>
          <span aria-hidden="true">{sheet === 'submitted' ? '88' : signs[sheet]} </span>
          {t(`sheet.${sheet}`)}
        </li>
      ))}
      <li>
        <span aria-hidden="true">× </span>
        {t('grid.conflict')}
      </li>
      <li>
        <span className={styles.third} aria-hidden="true" /> {t('third')}
      </li>
    </ul>
  )
}

/** Works as rows, experts as columns. */
export const GridTable = ({ works, experts, onOpen, onRemind }: GridProps) => {
  const { t } = usePlanWords()
  const { t: scoring } = useScoringWords()
  return (
    <>
      <Legend />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keyboards must reach that */}
      <div className={styles.sheet} role="region" aria-label={t('grid')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('grid.work')}</th>
              {experts.map((expert) => (
                <th key={expert.id} scope="col">
                  <div className={styles.expert}>
                    <span className="strong break-anywhere">{expert.name}</span>
                    {expert.panel && <small>{expert.panel}</small>}
                    <small title={t('grid.load', { ...loadOf(expert) })}>
                      {`${expert.finished} / ${expert.works}`}
                      <span className="visually-hidden"> {t('grid.load', { ...loadOf(expert) })}</span>
                    </small>
                    {expert.works >= expert.max && <StateTag tone="waiting">{expert.max}</StateTag>}
                    {onRemind && expert.finished < expert.works && (
                      <RowActions
                        name={expert.name}
                        actions={[{ key: 'remind', label: scoring('remind'), onClick: () => onRemind(expert) }]}
                      />
                    )}
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {works.map((work) => (
              <tr key={work.entry}>
                <th scope="row">
                  <GridWorkHead work={work} onOpen={onOpen} />
                </th>
                {experts.map((expert) => (
                  <Cell key={expert.id} work={work} expert={expert} onOpen={onOpen} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const loadOf = ({ finished, works, max }: GridExpert) => ({ finished, works, max })
