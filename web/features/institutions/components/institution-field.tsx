import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import {
  findInstitutions,
  readInstitutionChoice,
  type ShownInstitution,
} from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../request/client.ts'
import control from '../../../ui/form/control.module.css'
import { FieldFrame, useField } from '../../../ui/form/field-frame.tsx'
import { useFormControl } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './institution-field.module.css'

interface InstitutionFieldProps {
  client: Client
  /** The field of the text; the id of what was chosen is in the field `institutionId`. */
  name: string
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  defaultText: string
  defaultId: string
  /** Default: schools. */
  kind?: 'school' | 'any'
  /** Other texts are not stored. */
  onlyListed?: boolean
}

const quietly = { skipErrorHandler: true }
const debounceMilliseconds = 200

/** Institutions that the text may mean, requested when typing pauses. Without an answer the text is kept as it is. */
const useChoices = (client: Client, kind: 'school' | 'any') => {
  const [choices, setChoices] = useState<readonly ShownInstitution[]>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastRequest = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const find = async (search: string): Promise<void> => {
    lastRequest.current += 1
    const turn = lastRequest.current
    const { list } = await client(findInstitutions, { query: { search, kind } }, quietly).catch(() => ({ list: [] }))
    // Answers may arrive out of order.
    if (turn === lastRequest.current) setChoices(list)
  }
  return {
    choices,
    search: (text: string): void => {
      clearTimeout(timer.current)
      if (text.trim() !== '') timer.current = setTimeout(() => void find(text.trim()), debounceMilliseconds)
    },
    close: (): void => {
      clearTimeout(timer.current)
      lastRequest.current += 1
      setChoices(undefined)
    },
  }
}

const optionName = ({ name, parent }: ShownInstitution): ReactNode => (
  <>
    <span>{name}</span>
    {parent !== null && <span className="muted small"> · {parent}</span>}
  </>
)

/** A school: chosen from the list by typing, or any other text. */
export const InstitutionField = (props: InstitutionFieldProps) => {
  const {
    client,
    name,
    label,
    hint,
    required = false,
    defaultText,
    defaultId,
    onlyListed = false,
    kind = 'school',
  } = props
  const intl = useIntl()
  const form = useFormControl()
  const listId = useId()
  const [text, setText] = useState(defaultText)
  const [chosenId, setChosenId] = useState(defaultId)
  const [chosen, setChosen] = useState<ShownInstitution>()
  const [active, setActive] = useState(-1)
  const { choices, search, close } = useChoices(client, kind)
  const problem = form.problems.find(({ path }) => path === 'institutionId')?.message
  const { id, messages, aria } = useField({ name, hint, required, problem }, chosenId !== '' && 'standing')
  useEffect(() => {
    if (defaultId === '') return
    client(readInstitutionChoice, { params: { id: defaultId } }, quietly)
      .then(setChosen)
      .catch(() => undefined)
  }, [client, defaultId])

  const choose = (choice: ShownInstitution): void => {
    setText(choice.name)
    setChosenId(choice.id)
    setChosen(choice)
    setActive(-1)
    close()
  }
  const type = (typed: string): void => {
    setText(typed)
    setChosenId('')
    setActive(-1)
    if (typed.trim() === '') close()
    search(typed)
  }
  const count = choices?.length ?? 0
  const isOpen = count > 0
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys that finish a character of an input method belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return search(text)
      const by = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + by + count + (active < 0 && by < 0 ? 1 : 0)) % count)
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault()
      choose(choices![active]!)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }
  return (
    <FieldFrame id={id} label={label} optional={!required} hint={hint} messages={messages}>
      <div className={styles.combobox}>
        <div className={control.box}>
          <input
            {...aria}
            id={id}
            name={name}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
        </div>
        {isOpen && (
          <div
            id={listId}
            role="listbox"
            className={styles.list}
            aria-label={intl.formatMessage({ id: 'form.institution.list' })}
          >
            {choices?.map((choice, index) => (
              <div
                key={choice.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                className={styles.option}
                aria-selected={index === active}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView({ block: 'nearest' })
                }}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                {optionName(choice)}
              </div>
            ))}
          </div>
        )}
      </div>
      <input type="hidden" name="institutionId" value={chosenId} />
      <p id={`${id}-standing`} className={`small muted ${styles.standing}`}>
        {chosenId !== '' ? (
          <FormattedMessage
            id="form.institution.chosen"
            values={{ name: chosen ? [chosen.name, chosen.parent].filter(Boolean).join(' · ') : text }}
          />
        ) : (
          text.trim() !== '' && (
            <FormattedMessage id={onlyListed ? 'form.institution.teamFree' : 'form.institution.free'} />
          )
        )}
      </p>
      <p className="visually-hidden" role="status">
        {choices && <FormattedMessage id="form.institution.count" values={{ count }} />}
      </p>
    </FieldFrame>
  )
}
