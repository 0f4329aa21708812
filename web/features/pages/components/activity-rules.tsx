import { Prose } from '../../../ui/prose.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import type { SectionProps } from '../section-view.ts'
import textStyles from './rich-text.module.css'
import styles from './activity-rules.module.css'
import { SectionFrame } from './section-frame.tsx'

/** The rules of each activity, beyond the general ones. */
export const ActivityRules = ({ section, alone, headingLevel: Heading }: SectionProps<'activityRules'>) => {
  const list = section.data.list.filter(({ rules }) => rules)
  return (
    <SectionFrame section={section} alone={alone} empty={list.length === 0}>
      {list.map(({ id, name, locale, rules }, position) => (
        <section
          key={id}
          className={styles.activity}
          lang={locale}
          aria-labelledby={`${section.block}-${position + 1}`}
        >
          <Heading id={`${section.block}-${position + 1}`}>{name}</Heading>
          <LanguageMark locale={locale} />
          <div className={textStyles.text}>
            <Prose html={rules} />
          </div>
        </section>
      ))}
    </SectionFrame>
  )
}
