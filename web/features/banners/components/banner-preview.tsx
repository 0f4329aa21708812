import type { Picture as PictureFacts } from '@lectern/contract/files/files.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { usePicture } from '../../files/use-picture.ts'
import type { BannerFields } from '../banner-fields.ts'
import styles from './banner-preview.module.css'

interface FrameProps {
  width: 'wide' | 'narrow'
  picture: PictureFacts | undefined
  alt: string
  title: string
  lang: Locale
}

const Frame = ({ width, picture, alt, title, lang }: FrameProps) => (
  <figure className={styles.frame} data-width={width}>
    <div className={`card ${styles.slide}`} lang={lang}>
      {picture ? (
        <Picture picture={picture} alt={alt} sizes={width === 'wide' ? '640px' : '320px'} />
      ) : (
        <span className={`faint small ${styles.blank}`}>
          <FormattedMessage id="office.banners.preview.none" />
        </span>
      )}
      {title && <span className={`strong break-anywhere ${styles.caption}`}>{title}</span>}
    </div>
    <figcaption>
      <FormattedMessage id={`office.banners.preview.${width}`} />
    </figcaption>
  </figure>
)

/** Preview on a wide screen and on a phone, in the edited language. */
export const BannerPreview = (props: { client: Client; values: BannerFields; language: Locale }) => {
  const { client, values, language } = props
  const intl = useIntl()
  const { text: title, locale } = localize(values.title, language)
  const banner = { title, alt: values.alt[locale] || title, lang: locale }
  const wide = usePicture(client, values.wide)
  const narrow = usePicture(client, values.narrow)
  return (
    <section
      className={`stack gap-16 ${styles.preview}`}
      aria-label={intl.formatMessage({ id: 'office.banners.preview' })}
    >
      <h2>
        <FormattedMessage id="office.banners.preview" />
      </h2>
      {title && locale !== language && (
        <p className="muted small">
          <FormattedMessage id="office.banners.preview.fallback" />
        </p>
      )}
      <Frame width="wide" picture={wide} {...banner} />
      <Frame width="narrow" picture={narrow} {...banner} />
    </section>
  )
}
