import type { SectionProps } from '../section-view.ts'
import { SectionFrame } from './section-frame.tsx'
import styles from './timeline.module.css'

export const Timeline = ({ section, alone, headingLevel: Heading }: SectionProps<'timeline'>) => {
  const { items } = section.content
  return (
    <SectionFrame section={section} alone={alone} empty={items.length === 0}>
      <ol className={styles.timeline}>
        {Array.from(items.entries(), ([position, { when, title, text }]) => (
          <li key={position}>
            {when && <p className={styles.when}>{when}</p>}
            <div>
              {title && <Heading className={styles.title}>{title}</Heading>}
              {text && <p className={`muted pre-line ${styles.text}`}>{text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </SectionFrame>
  )
}
