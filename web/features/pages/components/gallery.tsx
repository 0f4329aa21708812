import { pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './gallery.module.css'
import { SectionFrame } from './section-frame.tsx'

/** Pictures, each a link to its largest size. */
export const Gallery = ({ section, alone }: SectionProps<'gallery'>) => {
  const intl = useIntl()
  const items = section.content.items.flatMap(({ picture, caption }) => (picture ? [{ picture, caption }] : []))
  return (
    <SectionFrame section={section} alone={alone} empty={items.length === 0}>
      <ul className={styles.gallery}>
        {Array.from(items.entries(), ([position, { picture, caption }]) => (
          <li key={position}>
            <figure>
              <a
                href={pictureUrl(picture.id, widthsOf(picture.width).at(-1)!, 'webp')}
                aria-label={intl.formatMessage({ id: 'section.gallery.open' }, { number: position + 1, caption })}
              >
                <Picture picture={picture} alt="" sizes="(min-width: 1000px) 380px, (min-width: 600px) 50vw, 100vw" />
              </a>
              {caption && <figcaption>{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
