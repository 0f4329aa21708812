import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import type { DeskWorkView, SheetNote } from '@lectern/contract/review/review.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import type { ReaderHandle } from '../../../ui/pdf/pdf-reader.tsx'
import { clockOf } from '../media-time.ts'
import { useReviewText } from '../review-text.ts'
import { firstItem, shownAs, viewedItems, type ViewedItem } from '../viewed-items.ts'
import { FileView } from './file-view.tsx'
import type { MediaHandle } from './media-view.tsx'
import { Notes, type NotesHandle } from './notes.tsx'
import styles from './viewer.module.css'

export interface ViewerHandle {
  media: MediaHandle | null
  beginNote: () => boolean
  showPart: (by: 1 | -1) => void
}

const TextView = ({ item }: { item: Extract<ViewedItem, { text: string }> }) => {
  const { t } = useReviewText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
    <div className={styles.reading} role="region" aria-label={item.label} tabIndex={0}>
      <p className={`break-anywhere pre-line ${styles.prose}`}>{item.text}</p>
      {item.kind === 'link' && (
        <>
          <p className={styles.hint}>{t('link.about')}</p>
          <CopyButton text={() => item.text} label={t('link.copy')} copied={t('copied')} name={item.label} />
        </>
      )}
    </div>
  )
}

interface ViewerProps {
  work: Pick<DeskWorkView, 'summary' | 'parts'>
  places: Readonly<Record<string, number>>
  onPlace: (file: number, place: number) => void
  notes: readonly SheetNote[]
  /** Absent: nothing is noted. */
  onNote?: ((file: number, at: number | null, text: string) => void) | undefined
  isReadOnly: boolean
  handle: Ref<ViewerHandle>
}

/** What was handed in, one thing at a time. */
export const Viewer = ({ work, places, onPlace, notes, onNote, isReadOnly, handle }: ViewerProps) => {
  const { t } = useReviewText()
  const id = useId()
  const items = viewedItems(work, t('summary'))
  const [chosen, setChosen] = useState(() => firstItem(items)?.key)
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  )
  const item = items[at]
  const media = useRef<MediaHandle>(null)
  const pdf = useRef<ReaderHandle>(null)
  const writing = useRef<NotesHandle>(null)
  const tabs = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<number>()
  const choose = (next: ViewedItem | undefined): void => {
    setChosen(next?.key)
    setPage(undefined)
  }
  const showPart = (by: 1 | -1): void => choose(items[(at + by + items.length) % items.length])
  useImperativeHandle(handle, () => ({
    get media() {
      return media.current
    },
    beginNote: () => {
      writing.current?.begin()
      return writing.current !== null
    },
    showPart,
  }))
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    showPart(by as 1 | -1)
    const tab = tabs.current?.children[(at + by + items.length) % items.length]
    if (tab instanceof HTMLElement) tab.focus()
  }
  if (!item) return <p className={styles.hint}>{t('nothing')}</p>
  const file = item.kind === 'file' ? item.file : undefined
  const kind = file && shownAs(file)
  const ownNotes = notes.filter((note) => note.file === file?.number)
  const place = file && places[file.number]
  const hasPages = kind === 'pdf' || kind === 'slides'
  const placeNow = (): number | null => {
    if (hasPages) return page ?? place ?? 1
    return kind === 'video' || kind === 'audio' ? Math.floor(media.current?.now() ?? 0) : null
  }
  const placeText = (where: number | null): string => {
    if (where === null) return ''
    return hasPages ? t('page', { number: where }) : clockOf(where)
  }
  const jump = (where: number): void => {
    if (hasPages) pdf.current?.showPage(where)
    else media.current?.seek(where)
  }
  return (
    <section className={styles.viewer} aria-label={t('viewer')}>
      {items.length > 1 && (
        <div ref={tabs} className={styles.tabs} role="tablist" aria-label={t('parts')}>
          {items.map((each, position) => (
            <button
              key={each.key}
              type="button"
              role="tab"
              id={`${id}-${position}`}
              aria-selected={each === item}
              aria-controls={`${id}-panel`}
              tabIndex={each === item ? 0 : -1}
              onClick={() => choose(each)}
              onKeyDown={press}
            >
              {each.label}
            </button>
          ))}
        </div>
      )}
      <div
        id={`${id}-panel`}
        className={styles.panel}
        {...(items.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${at}` })}
      >
        {item.kind === 'file' ? (
          <FileView
            key={item.file.number}
            file={item.file}
            label={item.label}
            place={place}
            onPlace={onPlace}
            media={media}
            pdf={pdf}
            onPage={setPage}
          />
        ) : (
          <TextView item={item} />
        )}
      </div>
      {file && onNote && (ownNotes.length > 0 || !isReadOnly) && (
        <Notes
          key={file.number}
          notes={ownNotes}
          isReadOnly={isReadOnly}
          placeNow={placeNow}
          placeText={placeText}
          onChange={(where, text) => onNote(file.number, where, text)}
          onJump={jump}
          handle={writing}
        />
      )}
    </section>
  )
}
