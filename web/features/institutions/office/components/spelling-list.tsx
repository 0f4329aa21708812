import { App, Button, Checkbox, Space, Table, type TablePaginationConfig } from 'antd'
import { useState } from 'react'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import { matchSpelling, type Spelling } from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../../request/client.ts'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useInstitutionWords } from '../institution-words.ts'
import { InstitutionPicker } from './institution-picker.tsx'

interface SpellingListProps {
  client: Client
  spellings: readonly Spelling[]
  pages: TablePaginationConfig
  busy: boolean
  onMatched: () => void
}

interface MatchProps extends Pick<SpellingListProps, 'client' | 'onMatched'> {
  spelling: Spelling
}

/** Somebody says which institution a spelling means: nothing is matched before the click. */
const Match = ({ client, spelling, onMatched }: MatchProps) => {
  const { message } = App.useApp()
  const { t } = useInstitutionWords()
  const [id, setId] = useState<InstitutionId>()
  const [asAlias, setAsAlias] = useState(true)
  const [busy, setBusy] = useState(false)
  const match = async (): Promise<void> => {
    if (!id || busy) return
    setBusy(true)
    try {
      const { people, teams } = await client(matchSpelling, {
        body: { text: spelling.text, institutionId: id, asAlias },
      })
      void message.success(t('matched', { people, teams }))
      onMatched()
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Space wrap>
      {spelling.suggestions.length > 0 && id === undefined && (
        <Space wrap size={4}>
          {spelling.suggestions.map((one) => (
            <Button key={one.id} size="small" onClick={() => setId(one.id)}>
              {one.name}
            </Button>
          ))}
        </Space>
      )}
      <InstitutionPicker
        client={client}
        kind="school"
        label={t('chooseFor', { text: spelling.text })}
        suggestions={spelling.suggestions}
        value={id}
        onChange={setId}
      />
      {id !== undefined && (
        <>
          <Checkbox checked={asAlias} onChange={({ target }) => setAsAlias(target.checked)}>
            {t('asAlias')}
          </Checkbox>
          <Button type="primary" loading={busy} onClick={() => void match()}>
            {t('match')}
          </Button>
        </>
      )}
    </Space>
  )
}

/** Spellings of schools that belong to no institution yet. */
export const SpellingList = ({ client, spellings, pages, busy, onMatched }: SpellingListProps) => {
  const { t } = useInstitutionWords()
  const size = useTableSize()
  return (
    <Table<Spelling>
      rowKey="text"
      size={size}
      loading={busy}
      dataSource={spellings}
      pagination={pages}
      {...wideTable(spellings)}
      locale={{ emptyText: t('noSpellings') }}
      columns={[
        { key: 'text', title: t('spelling'), render: (_, { text }) => <bdi>{text}</bdi> },
        { key: 'people', title: t('people'), dataIndex: 'people', align: 'end' },
        { key: 'teams', title: t('teams'), dataIndex: 'teams', align: 'end' },
        {
          key: 'match',
          title: t('institution'),
          render: (_, spelling) => <Match client={client} spelling={spelling} onMatched={onMatched} />,
        },
      ]}
    />
  )
}
