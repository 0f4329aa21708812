import type { MaterialCard as Card } from '@lectern/contract/materials/materials.ts'
import { MaterialCover } from './material-cover.tsx'
import { MaterialFacts } from './material-facts.tsx'
import { MaterialLink } from './material-link.tsx'
import styles from './material-card.module.css'

interface MaterialCardProps {
  card: Card
  headingLevel?: 'h2' | 'h3'
  /** Visible without scrolling. */
  first?: boolean
}

/** A material with its cover; the whole card is a link. */
export const MaterialCard = ({ card, headingLevel: Heading = 'h2', first = false }: MaterialCardProps) => (
  <article className={`card ${styles.card}`}>
    <MaterialCover card={card} sizes="(min-width: 1000px) 380px, (min-width: 640px) 50vw, 100vw" first={first} />
    <div className={styles.text}>
      <Heading className={styles.title} lang={card.locale}>
        <MaterialLink card={card}>{card.title}</MaterialLink>
      </Heading>
      {card.summary && (
        <p className={`muted small ${styles.summary}`} lang={card.locale}>
          {card.summary}
        </p>
      )}
      <MaterialFacts card={card} />
    </div>
  </article>
)
