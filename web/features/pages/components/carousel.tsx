import { useCallback, useEffect, useRef, useState, type FocusEventHandler } from 'react'
import type { ShownBanner } from '@lectern/contract/banners/banners.ts'
import { pictureFormats, pictureSet, plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import { AnyLink } from '../../../router/link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChevronIcon, Icon } from '../../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './carousel.module.css'

const phone = '(max-width: 575.98px)'
const wideSizes = '(min-width: 1296px) 1200px, 100vw'

/** A wide picture, or a narrow one on phones, in the size of the screen. */
const BannerPicture = ({ banner: { alt, wide, narrow }, first }: { banner: ShownBanner; first: boolean }) => (
  <picture>
    {pictureFormats.map((format) => (
      <source
        key={`narrow ${format}`}
        media={phone}
        type={`image/${format}`}
        srcSet={pictureSet(narrow.id, narrow.width, format)}
        sizes="100vw"
        width={narrow.width}
        height={narrow.height}
      />
    ))}
    {pictureFormats.map((format) => (
      <source
        key={`wide ${format}`}
        type={`image/${format}`}
        srcSet={pictureSet(wide.id, wide.width, format)}
        sizes={wideSizes}
      />
    ))}
    <img
      src={plainPictureUrl(wide.id, wide.width)}
      alt={alt}
      width={wide.width}
      height={wide.height}
      decoding="async"
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  </picture>
)

interface SlideProps {
  banner: ShownBanner
  first: boolean
  onFocus: FocusEventHandler<HTMLElement>
}

const Slide = ({ banner, first, onFocus }: SlideProps) => {
  const slides = (
    <>
      <BannerPicture banner={banner} first={first} />
      <span className={`strong break-anywhere ${styles.caption}`}>{banner.title}</span>
    </>
  )
  if (!banner.link) return <div>{slides}</div>
  return (
    <AnyLink address={banner.link} onFocus={onFocus}>
      {slides}
    </AnyLink>
  )
}

const slideMilliseconds = 7_000

const wantsMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** The banners. They advance automatically until the user hovers, focuses, takes over, or prefers reduced motion. */
const Banners = ({ banners, label }: { banners: readonly ShownBanner[]; label: string }) => {
  const intl = useIntl()
  const track = useRef<HTMLUListElement>(null)
  const [running, setRunning] = useState(false)
  const several = banners.length > 1

  useEffect(() => setRunning(several && wantsMotion()), [several])

  const move = useCallback((direction: -1 | 1): void => {
    const { current } = track
    if (!current) return
    const { scrollLeft, clientWidth, scrollWidth } = current
    const target = scrollLeft + direction * clientWidth
    const beyond = direction > 0 ? target > scrollWidth - clientWidth / 2 : target < -clientWidth / 2
    current.scrollTo({ left: beyond ? (direction > 0 ? 0 : scrollWidth) : target })
  }, [])

  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => {
      const isLookedAt = track.current?.parentElement?.matches(':hover, :focus-within')
      if (!isLookedAt && document.visibilityState === 'visible') move(1)
    }, slideMilliseconds)
    return () => clearInterval(timer)
  }, [running, move])

  // Jump to the focused slide: a running smooth scroll must not hide it.
  const follow: FocusEventHandler<HTMLElement> = ({ target }) => {
    const slide = target.closest('li')
    if (slide) track.current?.scrollTo({ left: slide.offsetLeft - track.current.offsetLeft })
  }

  const take = (direction: -1 | 1) => (): void => {
    setRunning(false)
    move(direction)
  }

  return (
    <section className={styles.carousel} aria-label={label}>
      <ul className={styles.track} ref={track}>
        {banners.map((banner, position) => (
          <li
            key={banner.id}
            className={styles.slide}
            lang={banner.locale}
            aria-label={intl.formatMessage(
              { id: 'section.carousel.slide' },
              { number: position + 1, total: banners.length },
            )}
          >
            <Slide banner={banner} first={position === 0} onFocus={follow} />
          </li>
        ))}
      </ul>
      {several && (
        <div className={`script-only ${styles.buttons}`}>
          <button type="button" className={styles.rest} onClick={() => setRunning(!running)}>
            <Icon>{running ? <path d="M9 6v12M15 6v12" /> : <path d="M8 5.500v13l10-6.500Z" />}</Icon>
            <FormattedMessage id={running ? 'section.carousel.pause' : 'section.carousel.play'} />
          </button>
          <button
            type="button"
            data-direction="back"
            aria-label={intl.formatMessage({ id: 'carousel.previous' })}
            onClick={take(-1)}
          >
            <ChevronIcon />
          </button>
          <button
            type="button"
            data-direction="on"
            aria-label={intl.formatMessage({ id: 'carousel.next' })}
            onClick={take(1)}
          >
            <ChevronIcon />
          </button>
        </div>
      )}
    </section>
  )
}

export const Carousel = ({ section: { block, content, data }, alone }: SectionProps<'carousel'>) => {
  const intl = useIntl()
  const label = content.title || intl.formatMessage({ id: 'section.carousel.title' })
  if (data.list.length === 0 && !alone) return null
  return (
    <div id={block} className={`print-hidden ${styles.frame}`}>
      {alone && <h1>{label}</h1>}
      {data.list.length > 0 ? (
        <Banners banners={data.list} label={label} />
      ) : (
        <EmptyState title={<FormattedMessage id="section.nothing" />} />
      )}
    </div>
  )
}
