import type { MaterialCard as Card } from '@lectern/contract/materials.ts'
import { MaterialCard } from './material-card.tsx'
import styles from './material-grid.module.css'

/** Materials with their covers, side by side where there is room. */
export const MaterialGrid = ({ cards, headingLevel }: { cards: readonly Card[]; headingLevel?: 'h2' | 'h3' }) => (
  <ul className={styles.grid}>
    {cards.map((card) => (
      <li key={card.id}>
        <MaterialCard card={card} {...(headingLevel && { headingLevel })} />
      </li>
    ))}
  </ul>
)
