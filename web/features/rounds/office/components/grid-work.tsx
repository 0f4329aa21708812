import { Button } from 'antd'
import type { ReviewerId } from '@lectern/contract/ids.ts'
import type { GridWork } from '@lectern/contract/rounds/review-plan.ts'
import { Link } from '../../../../router/link.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { usePlanWords } from '../plan-words.ts'
import { useRoundWords } from '../round-words.ts'
import styles from './grid.module.css'

const tones: Record<NonNullable<GridWork['discrepancy']>, Tone> = { open: 'bad', judging: 'waiting', resolved: 'good' }

/** A work whose experts are looked at. */
export interface OpenedCell {
  work: GridWork
  proposed?: ReviewerId
  isThird?: boolean
}

/** A work with what is wrong with its assignments, and the way to a further expert. */
export const GridWorkHead = ({ work, onOpen }: { work: GridWork; onOpen: (cell: OpenedCell) => void }) => {
  const { t } = usePlanWords()
  const { t: words } = useRoundWords()
  const { code, title, number, assigned, needed, discrepancy } = work
  return (
    <div className={styles.work}>
      <Link to={`/Admin/Work/${work.work}`}>{title || number}</Link>
      <small className="muted">
        <code>{code}</code> · {`${assigned} / ${needed}`}
      </small>
      {assigned < needed && <StateTag tone="waiting">{words('short')}</StateTag>}
      {discrepancy && <StateTag tone={tones[discrepancy]}>{t(`discrepancy.${discrepancy}`)}</StateTag>}
      {discrepancy === 'open' && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t('grid.thirdFor', { code })}
          onClick={() => onOpen({ work, isThird: true })}
        >
          {t('grid.third')}
        </Button>
      )}
    </div>
  )
}
