import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { directionOf, type Locale } from '@lectern/contract/locales.ts'
import styles from './preview-frame.module.css'

interface PreviewFrameProps {
  title: string
  /** Width of the simulated screen in pixels. */
  width: number
  locale: Locale
  /** Key events inside the frame do not reach the dialog. */
  onEscape: () => void
  children: ReactNode
}

/** Styles of the site, without those that antd adds to the document. */
const siteStyles = 'link[rel="stylesheet"], style[data-vite-dev-id]'

/** Copies styles and theme of this document. */
const copyStyles = (target: Document): void => {
  Object.assign(target.documentElement.dataset, document.documentElement.dataset)
  target.head.append(...Array.from(document.querySelectorAll(siteStyles), (style) => style.cloneNode(true)))
}

/** Links and forms must not navigate or send anything. */
const blockEvent = (event: SyntheticEvent): void => {
  const target = event.target as Element
  if (event.type === 'submit' || target.closest('a, [type="submit"]')) {
    event.preventDefault()
    event.stopPropagation()
  }
}

const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

/**
 * A simulated screen of any width. It is an iframe, so that media queries use that width, and it loads nothing from the
 * server, so that pages can still forbid framing. If it is wider than the window, it is scaled down.
 */
export const PreviewFrame = ({ title, width, locale, onEscape, children }: PreviewFrameProps) => {
  const [room, available] = useWidth()
  const frame = useRef<HTMLIFrameElement>(null)
  const [inside, setInside] = useState<HTMLElement>()
  const scale = available === 0 ? 1 : Math.min(1, available / width)
  useEffect(() => {
    if (!inside) return
    const root = frame.current!.contentDocument!.documentElement
    root.lang = locale
    root.dir = directionOf(locale)
  }, [inside, locale])
  const hear = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => hear(event)
    inside?.ownerDocument.addEventListener('keydown', pressed)
    return () => inside?.ownerDocument.removeEventListener('keydown', pressed)
  }, [inside])
  return (
    <div ref={room} className={styles.room}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- nothing is loaded into it; without scripts, styles would hide what visitors see */}
      <iframe
        ref={frame}
        title={title}
        className={styles.screen}
        style={{
          width,
          height: `${100 / scale}%`,
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (available - width) / 2),
        }}
        srcDoc="<!doctype html><html><head></head><body></body></html>"
        onLoad={({ currentTarget }) => {
          const loaded = currentTarget.contentDocument!
          copyStyles(loaded)
          setInside(loaded.body)
        }}
      />
      {inside &&
        createPortal(
          <main onClickCapture={blockEvent} onSubmitCapture={blockEvent}>
            {children}
          </main>,
          inside,
        )}
    </div>
  )
}
