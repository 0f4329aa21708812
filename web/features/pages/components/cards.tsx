import { AnyLink } from '../../../router/link.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './cards.module.css'
import { SectionFrame } from './section-frame.tsx'

const CardTitle = ({ title, href }: { title: string; href: string }) =>
  href ? <AnyLink address={href}>{title}</AnyLink> : title

/** Cards with short texts; if numbered, they are steps. */
export const Cards = ({ section, alone, headingLevel: Heading }: SectionProps<'cards'>) => {
  const { items, numbered } = section.content
  const List = numbered ? 'ol' : 'ul'
  return (
    <SectionFrame section={section} alone={alone} empty={items.length === 0}>
      <List className={styles.cards} data-numbered={numbered || undefined}>
        {Array.from(items.entries(), ([position, item]) => (
          <li key={position} className={`card ${styles.card}`}>
            {item.title && (
              <Heading className={styles.title}>
                <CardTitle {...item} />
              </Heading>
            )}
            {item.text && <p className={`muted pre-line ${styles.text}`}>{item.text}</p>}
          </li>
        ))}
      </List>
    </SectionFrame>
  )
}
