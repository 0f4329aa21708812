import { Prose } from '../../../ui/prose.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './faq.module.css'
import { SectionFrame } from './section-frame.tsx'

/** Questions that expand, also without JavaScript. */
export const Faq = ({ section, alone }: SectionProps<'faq'>) => {
  const { items } = section.content
  return (
    <SectionFrame section={section} alone={alone} empty={items.length === 0}>
      <div className={styles.list}>
        {Array.from(items.entries(), ([position, { question, answer }]) => (
          <details key={position} className={styles.item}>
            <summary>{question}</summary>
            <Prose html={answer} />
          </details>
        ))}
      </div>
    </SectionFrame>
  )
}
