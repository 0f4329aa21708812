import { AutoComplete } from 'antd'
import { useEffect, useState } from 'react'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import {
  findInstitutions,
  readInstitutionChoice,
  type ShownInstitution,
} from '@lectern/contract/institutions/institutions.ts'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useSearchResults } from '../../../admin-ui/use-search-results.ts'
import { useInstitutionWords } from '../institution-words.ts'

interface InstitutionInputProps {
  client: Client
  kind: 'school' | 'any'
  chosenId: InstitutionId | undefined
  onChoose: (id: InstitutionId | undefined) => void
  maxLength: number
  /** Given by the form field of the text. */
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** A text, and the institution of the list that it means if one was chosen. Any other text is kept as it is. */
export const InstitutionInput = (props: InstitutionInputProps) => {
  const { client, kind, chosenId, onChoose, maxLength, id, value = '', onChange } = props
  const { locale } = useIntl()
  const { t } = useInstitutionWords()
  const [lastChoice, setLastChoice] = useState<ShownInstitution>()
  const { results, search } = useSearchResults<ShownInstitution>(async (text) =>
    text === '' ? [] : (await client(findInstitutions, { query: { search: text, kind } })).list,
  )
  useEffect(() => {
    if (!chosenId || lastChoice?.id === chosenId) return
    client(readInstitutionChoice, { params: { id: chosenId } }, { skipErrorHandler: true })
      .then(setLastChoice)
      .catch(() => undefined)
  }, [client, chosenId, lastChoice])
  const labelOf = ({ name, parent }: ShownInstitution): string => (parent ? withNote(locale, name, parent) : name)
  const change = (text: string): void => {
    // Choosing gives the id, typing the text: two institutions may have the same name.
    const choice = results.find((one) => one.id === text)
    if (choice) setLastChoice(choice)
    else search(text)
    onChoose(choice?.id)
    onChange?.((choice?.name ?? text).slice(0, maxLength))
  }
  const chosen = lastChoice?.id === chosenId ? lastChoice : undefined
  return (
    <>
      <AutoComplete
        {...(id && { id })}
        aria-describedby={`${id}-listed`}
        value={value}
        options={results.map((one) => ({ value: one.id, label: labelOf(one) }))}
        style={{ width: '100%' }}
        onChange={change}
      />
      <p id={`${id}-listed`} className="small muted" style={{ margin: '4px 0 0' }}>
        {chosenId ? t('listed', { name: chosen ? labelOf(chosen) : value }) : value.trim() !== '' && t('unlisted')}
      </p>
    </>
  )
}
