import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { Link } from '../../../router/link.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import { MaterialFacts } from './material-facts.tsx'
import styles from './document-list.module.css'

interface DocumentListProps {
  cards: readonly MaterialCard[]
  pathOf: (card: MaterialCard) => string
  /** The document shown beside the list, which is shorter then. */
  current?: string | undefined
}

/** Documents, one below the other. */
export const DocumentList = ({ cards, pathOf, current }: DocumentListProps) => (
  <ul className={styles.list} data-short={current !== undefined || undefined}>
    {cards.map((card) => (
      <li key={card.id}>
        <Link
          className={`strong break-anywhere ${styles.title}`}
          to={pathOf(card)}
          lang={card.locale}
          aria-current={card.id === current ? 'page' : undefined}
        >
          {card.title}
        </Link>
        {current !== undefined && <LanguageMark locale={card.locale} />}
        {current === undefined && (
          <>
            {card.summary && (
              <p className={styles.summary} lang={card.locale}>
                {card.summary}
              </p>
            )}
            <MaterialFacts card={card} withKind={false} />
          </>
        )}
      </li>
    ))}
  </ul>
)
