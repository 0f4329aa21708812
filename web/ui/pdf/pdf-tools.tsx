import { useState, type ReactNode, type Ref } from 'react'
import { useIntl } from '../intl.tsx'
import { SearchIcon } from '../icons.tsx'
import { pageFrom, type Zoom } from './page-scale.ts'
import {
  FitPageIcon,
  FitWidthIcon,
  FullIcon,
  LeaveFullIcon,
  NextIcon,
  PreviousIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './pdf-icons.tsx'
import { readerKeys, type ReaderAction } from './reader-keys.ts'
import styles from './pdf-reader.module.css'

interface PdfToolsProps {
  page: number
  total: number
  zoom: Zoom
  /** How many times its size on paper the page is shown. */
  factor: number
  isFull: boolean
  isSearching: boolean
  /** Each tool shows its key. */
  areKeysOn: boolean
  onAction: (action: Exclude<ReaderAction, 'goTo'>) => void
  onPage: (number: number) => void
  /** Called when the field of the page is left: keys are for the document again. */
  onLeave: () => void
  pageField: Ref<HTMLInputElement>
}

interface ToolProps {
  action: ReaderAction
  label: string
  children: ReactNode
  isPressed?: boolean
  isOff?: boolean
}

/** Page, size and search of a document. */
export const PdfTools = (props: PdfToolsProps) => {
  const { page, total, zoom, factor, isFull, isSearching, areKeysOn, onAction, onPage, onLeave, pageField } = props
  const intl = useIntl()
  const [typed, setTyped] = useState<string>()
  const tool = ({ action, label, children, isPressed, isOff = false }: ToolProps) => (
    <button
      type="button"
      className={styles.tool}
      data-action={action}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={areKeysOn ? readerKeys[action][0] : undefined}
      onClick={() => !isOff && onAction(action as Exclude<ReaderAction, 'goTo'>)}
    >
      {children}
      {areKeysOn && <kbd aria-hidden="true">{readerKeys[action][0].toUpperCase()}</kbd>}
    </button>
  )
  const go = (): void => {
    const number = pageFrom(typed ?? '', total)
    setTyped(undefined)
    if (number !== undefined) onPage(number)
    onLeave()
  }
  return (
    <div className={styles.tools} role="toolbar" aria-label={intl.formatMessage({ id: 'pdf.tools' })}>
      {tool({
        action: 'previous',
        label: intl.formatMessage({ id: 'pdf.previous' }),
        children: <PreviousIcon />,
        isOff: page === 1,
      })}
      <form
        className={styles.place}
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <input
          ref={pageField}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={5}
          aria-label={intl.formatMessage({ id: 'pdf.goTo' }, { page, total })}
          title={intl.formatMessage({ id: 'pdf.goTo' }, { page, total })}
          aria-keyshortcuts={areKeysOn ? readerKeys.goTo[0] : undefined}
          value={typed ?? String(page)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onLeave()
          }}
        />
        <span aria-hidden="true">/ {intl.formatNumber(total)}</span>
        {areKeysOn && <kbd aria-hidden="true">{readerKeys.goTo[0].toUpperCase()}</kbd>}
      </form>
      {tool({
        action: 'next',
        label: intl.formatMessage({ id: 'pdf.next' }),
        children: <NextIcon />,
        isOff: page === total,
      })}
      <span className={styles.gap} />
      {tool({ action: 'zoomOut', label: intl.formatMessage({ id: 'pdf.zoomOut' }), children: <ZoomOutIcon /> })}
      <span className={styles.factor}>{intl.formatNumber(factor, { style: 'percent' })}</span>
      {tool({ action: 'zoomIn', label: intl.formatMessage({ id: 'pdf.zoomIn' }), children: <ZoomInIcon /> })}
      {tool({
        action: 'fitWidth',
        label: intl.formatMessage({ id: 'pdf.fitWidth' }),
        children: <FitWidthIcon />,
        isPressed: zoom === 'width',
      })}
      {tool({
        action: 'fitPage',
        label: intl.formatMessage({ id: 'pdf.fitPage' }),
        children: <FitPageIcon />,
        isPressed: zoom === 'page',
      })}
      <span className={styles.gap} />
      {tool({
        action: 'search',
        label: intl.formatMessage({ id: 'pdf.search' }),
        children: <SearchIcon />,
        isPressed: isSearching,
      })}
      {tool({
        action: 'full',
        label: intl.formatMessage({ id: isFull ? 'pdf.leaveFull' : 'pdf.full' }),
        children: isFull ? <LeaveFullIcon /> : <FullIcon />,
      })}
    </div>
  )
}
