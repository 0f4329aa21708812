import { useEffect, useState } from 'react'
import { findObjectionWorks, type ObjectionWork } from '@lectern/contract/cases/cases.ts'
import type { Client } from '../../../request/client.ts'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { CaseDraft } from '../case-draft.ts'

interface WorkChoiceProps {
  client: Client
  list: string
  chosen: CaseDraft['work']
  onChoose: (work: CaseDraft['work']) => void
}

const pause = 300

/** A work of the list, found by typing; none: the list as a whole. */
export const WorkChoice = ({ client, list, chosen, onChoose }: WorkChoiceProps) => {
  const intl = useIntl()
  const [search, setSearch] = useState('')
  const [results, setResults] = useState<readonly ObjectionWork[]>([])
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(
      () => {
        const query = search.trim() === '' ? {} : { search: search.trim() }
        client(findObjectionWorks, { params: { id: list }, query }, { skipErrorHandler: true }).then(
          ({ list: works }) => isCurrent && setResults(works),
          // The list stays as it is; what is sent is checked by the server.
          () => undefined,
        )
      },
      search === '' ? 0 : pause,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, list, search])
  const isKnown = chosen === null || results.some(({ id }) => id === chosen.id)
  const works = isKnown ? results : [chosen, ...results]
  return (
    <>
      <Field
        name="search"
        type="search"
        label={<FormattedMessage id="case.work.search" />}
        hint={<FormattedMessage id="case.work.searchHint" />}
        autoComplete="off"
        onValue={setSearch}
      />
      <SelectField
        // A native select keeps what was chosen only as long as its options stay.
        key={works.map(({ id }) => id).join(' ')}
        name="work"
        label={<FormattedMessage id="case.work" />}
        autoComplete="off"
        empty={intl.formatMessage({ id: 'case.work.whole' })}
        options={works.map(({ id, label }) => ({ value: id, label }))}
        defaultValue={chosen?.id ?? ''}
        onValue={(id) => {
          const work = works.find((one) => one.id === id)
          onChoose(work ? { id: work.id, label: work.label } : null)
        }}
      />
    </>
  )
}
