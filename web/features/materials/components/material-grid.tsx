import type { MaterialCard as Card } from '@lectern/contract/materials/materials.ts'
import { MaterialCard } from './material-card.tsx'
import styles from './material-grid.module.css'

interface MaterialGridProps {
  cards: readonly Card[]
  headingLevel?: 'h2' | 'h3'
  /** The first grid of the page. */
  first?: boolean
}

/** Materials with covers in a grid. */
export const MaterialGrid = ({ cards, headingLevel = 'h2', first = false }: MaterialGridProps) => (
  <ul className={styles.grid}>
    {cards.map((card, position) => (
      <li key={card.id}>
        <MaterialCard card={card} headingLevel={headingLevel} first={first && position === 0} />
      </li>
    ))}
  </ul>
)
