import { LectureHall } from '../../../ui/lecture-hall.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Prose } from '../../../ui/prose.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './image-text.module.css'
import { SectionFrame } from './section-frame.tsx'

/** Rich text beside a picture, or beside a drawing if there is none. */
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
