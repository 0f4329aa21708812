import type { MessageId } from '@lectern/messages/message-id.ts'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { Link } from '../../router/link.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { useClient } from '../client-context.tsx'
import { addressOf, useHits } from './command-hits.ts'
import { OfficeIcon, type OfficeIconName } from './office-icons.tsx'
import { entryAt, type OfficeEntry } from './office-menu.ts'
import styles from './command-palette.module.css'

interface Command {
  key: string
  to: string
  icon: OfficeIconName
  label: string
  detail: string
  lang?: string | undefined
}

interface Group {
  key: string
  label: string
  commands: Command[]
}

/** Shortcuts to frequent actions. */
const beginnings = [
  { to: '/Admin/Activity/Edit', label: 'office.activities.add', icon: 'activity' },
  { to: '/Admin/News/Edit', label: 'office.articles.new', icon: 'news' },
  { to: '/Admin/Material/Edit', label: 'office.materials.new', icon: 'material' },
  { to: '/Admin/Announcement/Edit', label: 'office.announcements.add', icon: 'notice' },
] as const

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const useGroups = (entries: readonly OfficeEntry[], typed: string) => {
  const intl = useIntl()
  const client = useClient()
  const { hits, isBusy } = useHits(client, typed)
  const t = (id: MessageId): string => intl.formatMessage({ id })
  const words = folded(typed).split(/\s+/).filter(Boolean)
  const isMatch = (...texts: string[]): boolean => words.every((word) => folded(texts.join(' ')).includes(word))
  const pages = entries
    .map(({ path, label, group, icon }) => ({
      key: path,
      to: path,
      icon,
      label: t(label),
      detail: group === 'start' ? '' : t(`office.menu.${group}`),
    }))
    .filter(({ label, detail, to }) => isMatch(label, detail, to))
  const begun = beginnings
    .filter(({ to }) => entryAt(entries, to)?.group !== 'start')
    .map(({ to, label, icon }) => ({ key: to, to, icon, label: t(label), detail: '' }))
    .filter(({ label, to }) => words.length > 0 && isMatch(label, to))
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  const groups: Group[] = [
    { key: 'pages', label: t('office.shell.pages'), commands: pages },
    { key: 'begin', label: t('office.shell.begin'), commands: begun },
    ...kinds.map((kind) => ({
      key: kind,
      label: t(`office.shell.kind.${kind}`),
      commands: hits
        .filter((hit) => hit.kind === kind)
        .map((hit) => ({
          key: `${kind} ${hit.id}`,
          to: addressOf(hit),
          icon: hit.kind === 'article' ? ('news' as const) : hit.kind,
          label: hit.title,
          detail: hit.detail,
          lang: hit.locale ?? undefined,
        })),
    })),
  ]
  return { groups: groups.filter(({ commands }) => commands.length > 0), isBusy }
}

/** Opens any page of the office, and finds people, teams, enrolments and content. Works by keyboard. */
export const CommandPalette = ({ entries, onClose }: { entries: readonly OfficeEntry[]; onClose: () => void }) => {
  const intl = useIntl()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, isBusy } = useGroups(entries, typed)
  const commands = groups.flatMap((group) => group.commands)
  const active = Math.min(chosen, Math.max(0, commands.length - 1))
  const optionId = (position: number): string => `${id}-${position}`
  useLayoutEffect(() => {
    const opener = document.activeElement
    const element = dialog.current!
    // The backdrop belongs to the dialog: a click on the dialog itself is outside of the box.
    const beside = ({ target }: Event): void => {
      if (target === element) element.close()
    }
    element.showModal()
    element.addEventListener('click', beside)
    return () => {
      element.removeEventListener('click', beside)
      element.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const move = (position: number): void => {
    setChosen(position)
    list.current?.querySelector(`[id="${optionId(position)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = commands.length - 1
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(active >= last ? 0 : active + 1),
      ArrowUp: () => move(active <= 0 ? Math.max(0, last) : active - 1),
      // A real click, so that a form with unsaved input asks for confirmation.
      Enter: () => list.current?.querySelector<HTMLElement>(`[id="${optionId(active)}"]`)?.click(),
    }
    const step = event.nativeEvent.isComposing ? undefined : steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  const show = (command: Command): ReactNode => {
    const here = commands.indexOf(command)
    return (
      <Link
        key={command.key}
        id={optionId(here)}
        to={command.to}
        role="option"
        tabIndex={-1}
        aria-selected={here === active}
        className={styles.option}
        onPointerMove={() => setChosen(here)}
        onClick={onClose}
      >
        <OfficeIcon name={command.icon} />
        <span className={styles.label} lang={command.lang}>
          {command.label}
        </span>
        <span className={styles.detail}>{command.detail}</span>
      </Link>
    )
  }
  return (
    <dialog
      ref={dialog}
      className={`card small ${styles.palette}`}
      aria-label={intl.formatMessage({ id: 'office.shell.search' })}
      onClose={onClose}
    >
      <div className={styles.box}>
        <div className={styles.field}>
          <SearchIcon />
          <input
            type="text"
            role="combobox"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={maxSearchLength}
            value={typed}
            aria-label={intl.formatMessage({ id: 'office.shell.search' })}
            placeholder={intl.formatMessage({ id: 'office.shell.searchHint' })}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            {...(commands.length > 0 && { 'aria-activedescendant': optionId(active) })}
            onChange={({ target }) => {
              setTyped(target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={intl.formatMessage({ id: 'office.shell.results' })}
          aria-busy={isBusy}
          className={styles.list}
        >
          {groups.map(({ key, label, commands: inside }) => (
            <div key={key} role="group" aria-label={label}>
              <div className={styles.group} aria-hidden="true">
                {label}
              </div>
              {inside.map(show)}
            </div>
          ))}
        </div>
        <p className={styles.foot} role="status">
          {commands.length === 0 && !isBusy ? (
            <FormattedMessage id="office.shell.nothing" values={{ q: typed.trim() }} />
          ) : (
            <FormattedMessage id="office.shell.keys" />
          )}
        </p>
      </div>
    </dialog>
  )
}
