import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import { Dropdown } from '../../ui/dropdown.tsx'
import { ContrastIcon, MoonIcon, SunIcon, ThemeIcon } from '../../ui/icons.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { readColorWeak, readStyle, useReaderChoice, writeColorWeak, writeStyle, type Style } from '../reader-choices.ts'
import { useSite } from '../site.tsx'
import styles from './picker.module.css'

const choices: { style: Style; label: MessageId; icon: ReactNode }[] = [
  { style: 'system', label: 'style.system', icon: <ThemeIcon /> },
  { style: 'light', label: 'style.light', icon: <SunIcon /> },
  { style: 'dark', label: 'style.dark', icon: <MoonIcon /> },
]

/** The reader's style: light, dark or system; and stronger colours. */
export const StyleChoices = () => {
  const intl = useIntl()
  const { colorWeak } = useSite().settings
  const style = useReaderChoice<Style>(readStyle, 'system')
  const weak = useReaderChoice(readColorWeak, colorWeak)
  return (
    <ul className={styles.list}>
      {choices.map((choice) => (
        <li key={choice.style}>
          <button type="button" aria-pressed={style === choice.style} onClick={() => writeStyle(choice.style)}>
            {choice.icon}
            {intl.formatMessage({ id: choice.label })}
          </button>
        </li>
      ))}
      <li className={styles.separated}>
        <button type="button" aria-pressed={weak} onClick={() => writeColorWeak(!weak)}>
          <ContrastIcon />
          {intl.formatMessage({ id: 'style.weak' })}
        </button>
      </li>
    </ul>
  )
}

/** The same choices behind a button. */
export const StylePicker = ({ className }: { className?: string | undefined }) => (
  <Dropdown
    shared="styles"
    className={`script-only ${className ?? ''}`}
    label={useIntl().formatMessage({ id: 'style.title' })}
    icon={<ThemeIcon />}
  >
    <StyleChoices />
  </Dropdown>
)
