import { Button } from 'antd'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { usePlanWords } from '../plan-words.ts'
import { sheetTones } from './assignment-drawer.tsx'
import type { GridProps } from './grid-table.tsx'
import { GridWorkHead } from './grid-work.tsx'
import styles from './grid.module.css'

/** The same on a phone: each work with those who judge it. */
export const GridCards = ({ works, experts, onOpen }: GridProps) => {
  const { t, points } = usePlanWords()
  return (
    <ul className={styles.cards}>
      {works.map((work) => (
        <li key={work.entry}>
          <GridWorkHead work={work} onOpen={onOpen} />
          <ul className={styles.judges}>
            {work.cells.map(({ id, reviewer, sheet, total }) => (
              <li key={id} className="cluster gap-8">
                <span>{experts.find((expert) => expert.id === reviewer)?.name}</span>
                <StateTag tone={sheetTones[sheet]}>{t(`sheet.${sheet}`)}</StateTag>
                {total !== null && <strong>{points(total)}</strong>}
              </li>
            ))}
          </ul>
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={t('openOf', { name: work.title || work.number })}
            onClick={() => onOpen({ work })}
          >
            {t('open')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
