import { LectureHall } from '../../../ui/drawings.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Prose } from '../../../ui/prose.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './image-text.module.css'
import { SectionFrame } from './section-frame.tsx'

/** Running text beside a picture; without one, beside a drawing. */
export const ImageText = ({ section, alone }: SectionProps<'imageText'>) => {
  const { text, picture, alt, side } = section.content
  return (
    <SectionFrame section={section} alone={alone}>
      <div className={styles.pair} data-side={side}>
        <div className={styles.text}>
          <Prose html={text} />
        </div>
        <div className={picture ? styles.picture : styles.drawing}>
          {picture ? <Picture picture={picture} alt={alt} sizes="(min-width: 900px) 540px, 100vw" /> : <LectureHall />}
        </div>
      </div>
    </SectionFrame>
  )
}
