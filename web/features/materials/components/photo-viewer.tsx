import type { MessageId } from '@lectern/messages/message-id.ts'
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { isPlainClick, Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { ChevronIcon, Icon } from '../../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import styles from './photo-viewer.module.css'

interface PhotoViewerProps {
  photos: readonly MaterialCard[]
  shown: MaterialCard
  pathOf: (photo: MaterialCard | undefined) => string
  /** Shows another photo, or closes the viewer. */
  onShow: (photo: MaterialCard | undefined) => void
}

/** Min distance of a swipe to another photo. */
const swipe = 48

const useSwipe = (step: (direction: -1 | 1) => void) => {
  const start = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onPointerDown: ({ pointerType, clientX, clientY, isPrimary }: PointerEvent) => {
      start.current = pointerType === 'mouse' || !isPrimary ? undefined : { x: clientX, y: clientY }
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return
      const [across, along] = [clientX - start.current.x, clientY - start.current.y]
      start.current = undefined
      if (Math.abs(across) > swipe && Math.abs(across) > 2 * Math.abs(along)) step(across < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}

/**
 * An enlarged photo. The server renders it open, so that its address works without JavaScript. With JavaScript it
 * becomes a modal dialog, which returns the focus to the last photo.
 */
export const PhotoViewer = ({ photos, shown, pathOf, onShow }: PhotoViewerProps) => {
  const intl = useIntl()
  const dialog = useRef<HTMLDialogElement>(null)
  const last = useRef(shown.id)
  const position = photos.findIndex(({ id }) => id === shown.id)
  useLayoutEffect(() => {
    last.current = shown.id
  }, [shown.id])
  useLayoutEffect(() => {
    const { current } = dialog
    current!.close()
    current!.showModal()
    current!.focus()
    return () => {
      current!.close()
      document.querySelector<HTMLElement>(`[id="photo-${last.current}"]`)?.focus()
    }
  }, [])
  const show = (target: number): void => {
    const photo = photos[target]
    if (photo && photo !== shown) onShow(photo)
  }
  const keys: Partial<Record<string, number>> = {
    ArrowLeft: position - 1,
    ArrowRight: position + 1,
    Home: 0,
    End: photos.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = keys[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(target)
  }
  const follow = (event: MouseEvent, photo: MaterialCard | undefined): void => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onShow(photo)
  }
  const step = (target: number, label: MessageId, direction: 'back' | 'on') => {
    const photo = photos[target]
    return (
      photo && (
        <Link
          to={pathOf(photo)}
          className={styles.step}
          data-direction={direction}
          aria-label={intl.formatMessage({ id: label })}
          onClick={(event) => follow(event, photo)}
        >
          <ChevronIcon />
        </Link>
      )
    )
  }
  return (
    <dialog
      ref={dialog}
      open
      tabIndex={-1}
      className={styles.viewer}
      aria-label={intl.formatMessage({ id: 'material.photoViewer' })}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onShow(undefined)
      }}
      {...useSwipe((direction) => show(position + direction))}
    >
      <figure className={styles.figure}>
        {shown.picture && <Picture key={shown.id} picture={shown.picture} alt={shown.title} sizes="100vw" first />}
        <figcaption aria-live="polite">
          <strong lang={shown.locale}>{shown.title}</strong>
          <LanguageMark locale={shown.locale} />
          {shown.summary && <span lang={shown.locale}>{shown.summary}</span>}
          <small>
            <FormattedMessage id="material.position" values={{ position: position + 1, count: photos.length }} /> ·{' '}
            <DateTime value={shown.publishedAt} />
          </small>
        </figcaption>
      </figure>
      {step(position - 1, 'carousel.previous', 'back')}
      {step(position + 1, 'carousel.next', 'on')}
      <Link
        to={pathOf(undefined)}
        className={styles.close}
        aria-label={intl.formatMessage({ id: 'shell.close' })}
        onClick={(event) => follow(event, undefined)}
      >
        <Icon>
          <path d="m5 5 14 14M19 5 5 19" />
        </Icon>
      </Link>
    </dialog>
  )
}
