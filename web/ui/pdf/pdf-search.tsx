import type { KeyboardEvent, Ref } from 'react'
import { useIntl } from '../intl.tsx'
import { CloseIcon, NextIcon, PreviousIcon } from './pdf-icons.tsx'
import type { TextSearch } from './use-text-search.ts'
import styles from './pdf-reader.module.css'

interface PdfSearchProps {
  textSearch: TextSearch
  /** The page that is read. */
  page: number
  onClose: () => void
  field: Ref<HTMLInputElement>
}

/** The search in the text of a document. */
export const PdfSearch = ({ textSearch, page, onClose, field }: PdfSearchProps) => {
  const intl = useIntl()
  const { query, search, state, hits, current, step } = textSearch
  const result = (): string => {
    if (query.trim() === '') return ''
    if (state === 'reading') return intl.formatMessage({ id: 'pdf.searching' })
    if (state === 'noText') return intl.formatMessage({ id: 'pdf.noText' })
    const hit = hits[current]
    if (!hit) return intl.formatMessage({ id: 'pdf.noHits' })
    return intl.formatMessage({ id: 'pdf.hit' }, { position: current + 1, count: hits.length, page: hit.page })
  }
  const press = (event: KeyboardEvent): void => {
    // An input method uses both keys itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const stepper = (by: 1 | -1) => {
    const label = intl.formatMessage({ id: by === 1 ? 'pdf.nextHit' : 'pdf.previousHit' })
    return (
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        title={label}
        aria-disabled={hits.length === 0 || undefined}
        onClick={() => step(by)}
      >
        {by === 1 ? <NextIcon /> : <PreviousIcon />}
      </button>
    )
  }
  const label = intl.formatMessage({ id: 'pdf.searchIn' })
  const closing = intl.formatMessage({ id: 'pdf.closeSearch' })
  return (
    <search className={styles.search}>
      <input
        ref={field}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        aria-label={label}
        placeholder={label}
        value={query}
        onChange={({ target }) => search(target.value, page)}
        onKeyDown={press}
      />
      {stepper(-1)}
      {stepper(1)}
      <button type="button" className={styles.tool} aria-label={closing} title={closing} onClick={onClose}>
        <CloseIcon />
      </button>
      <span role="status" className={styles.result}>
        {result()}
      </span>
    </search>
  )
}
