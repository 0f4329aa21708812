import { Prose } from '../../../ui/prose.tsx'
import { anchored } from '../anchors.ts'
import type { SectionProps } from '../section-view.ts'
import styles from './rich-text.module.css'
import { SectionFrame } from './section-frame.tsx'

/** Rich text whose headings have anchors. */
export const RichText = ({ section, alone }: SectionProps<'richText'>) => (
  <SectionFrame section={section} alone={alone}>
    <div className={styles.text}>
      <Prose html={anchored(section.content.text, section.block).html} />
    </div>
  </SectionFrame>
)
