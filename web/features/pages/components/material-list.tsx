import { Picture } from '../../../ui/picture.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import { MaterialLink } from '../../materials/components/material-link.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './material-list.module.css'
import { SectionFrame } from './section-frame.tsx'

export const MaterialList = ({ section, alone, headingLevel: Heading }: SectionProps<'materialList'>) => {
  const { list } = section.data
  return (
    <SectionFrame section={section} alone={alone} empty={list.length === 0}>
      <ul className={styles.materials}>
        {list.map((card) => (
          <li key={card.id} className={`card ${styles.material}`} lang={card.locale}>
            {card.picture && <Picture picture={card.picture} alt="" sizes="(min-width: 640px) 380px, 100vw" />}
            <Heading className={styles.title}>
              <MaterialLink card={card}>{card.title}</MaterialLink>
            </Heading>
            <LanguageMark locale={card.locale} />
            {card.summary && <p className={`muted small ${styles.summary}`}>{card.summary}</p>}
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
