import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { SheetNote } from '@lectern/contract/review/review.ts'
import { maxNoteLength } from '@lectern/contract/review/review-values.ts'
import { useReviewText } from '../review-text.ts'
import styles from './viewer.module.css'

export interface NotesHandle {
  begin: () => void
}

interface NotesProps {
  notes: readonly SheetNote[]
  isReadOnly: boolean
  /** The place that a new note would belong to. */
  placeNow: () => number | null
  /** A place in words: 1:32, page 4; for the whole file nothing. */
  placeText: (at: number | null) => string
  onChange: (at: number | null, text: string) => void
  /** Absent where there is no place to go to. */
  onJump?: ((at: number) => void) | undefined
  handle: Ref<NotesHandle>
}

/** Notes at places of a file: own ones, which only the expert and the organisers read. */
export const Notes = ({ notes, isReadOnly, placeNow, placeText, onChange, onJump, handle }: NotesProps) => {
  const { t } = useReviewText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  /** Fixed when somebody begins to write: the film plays on. */
  const [at, setAt] = useState<number | null>()
  useImperativeHandle(handle, () => ({ begin: () => field.current?.focus() }))
  const begin = (): void => {
    if (text === '') setAt(placeNow())
  }
  const add = (): void => {
    const added = text.trim()
    if (added === '') return
    const place = at === undefined ? placeNow() : at
    const before = notes.find((note) => note.at === place)?.text
    onChange(place, (before === undefined ? added : `${before}\n${added}`).slice(0, maxNoteLength))
    setText('')
    setAt(undefined)
  }
  const where = at === undefined ? '' : placeText(at)
  return (
    <section className={styles.notes} aria-label={t('notes')}>
      {!isReadOnly && (
        <div className={styles.composer}>
          {where && <span className={styles.where}>{where}</span>}
          <label htmlFor={id} className="visually-hidden">
            {where ? t('note.at', { place: where }) : t('note')}
          </label>
          <input
            ref={field}
            id={id}
            type="text"
            autoComplete="off"
            maxLength={maxNoteLength}
            placeholder={t('note.placeholder')}
            value={text}
            onFocus={begin}
            onBlur={() => {
              if (text === '') setAt(undefined)
            }}
            onChange={({ target }) => {
              if (at === undefined) setAt(placeNow())
              setText(target.value)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter') add()
              else if (event.key === 'Escape') event.currentTarget.blur()
              else return
              event.preventDefault()
            }}
          />
          <button type="button" className={styles.small} onClick={add}>
            {t('note.add')}
          </button>
        </div>
      )}
      {notes.length > 0 && (
        <ul className={styles.noteList}>
          {notes.map((note) => {
            const place = placeText(note.at)
            return (
              <li key={String(note.at)}>
                {place !== '' && onJump && note.at !== null ? (
                  <button
                    type="button"
                    className={styles.jump}
                    aria-label={t('note.jump', { place })}
                    onClick={() => onJump(note.at!)}
                  >
                    {place}
                  </button>
                ) : (
                  place !== '' && <span className={styles.where}>{place}</span>
                )}
                <span className={`break-anywhere pre-line ${styles.noteText}`}>{note.text}</span>
                {!isReadOnly && (
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={t('note.remove', { text: note.text.slice(0, 20) })}
                    onClick={() => onChange(note.at, '')}
                  >
                    ×
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
