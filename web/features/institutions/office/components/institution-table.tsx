import { Button, Table, type TablePaginationConfig } from 'antd'
import type { Institution } from '@lectern/contract/institutions/institutions.ts'
import { isPlainClick, Link } from '../../../../router/link.tsx'
import { EmptyList } from '../../../admin-ui/components/empty-list.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { institutionTones, useInstitutionWords } from '../institution-words.ts'

interface InstitutionTableProps {
  institutions: readonly Institution[]
  pages: TablePaginationConfig
  busy: boolean
  onOpen: (institution: Institution) => void
  /** Lists the schools of a province. */
  onBelow: (institution: Institution) => void
}

/** Provinces and schools, with what belongs to each. */
export const InstitutionTable = ({ institutions, pages, busy, onOpen, onBelow }: InstitutionTableProps) => {
  const size = useTableSize()
  const { t, kind, state, named } = useInstitutionWords()
  const number = (title: string, dataIndex: 'people' | 'teams' | 'officers') => ({
    key: dataIndex,
    title,
    dataIndex,
    align: 'end' as const,
  })
  const link = (institution: Institution) => (
    <Link
      to={`/Admin/Institution?id=${institution.id}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onOpen(institution)
      }}
    >
      {named(institution.name)}
    </Link>
  )
  const tag = (institution: Institution) => (
    <StateTag tone={institutionTones[institution.state]}>{state(institution.state)}</StateTag>
  )
  return (
    <Table<Institution>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={institutions}
      pagination={pages}
      {...wideTable(institutions)}
      locale={{ emptyText: <EmptyList noMatch={t('none')} /> }}
      columns={[
        { key: 'name', title: t('name'), render: (_, institution) => link(institution) },
        { key: 'code', title: t('code'), dataIndex: 'code' },
        { key: 'kind', title: t('kind'), render: (_, institution) => kind(institution.kind) },
        {
          key: 'parent',
          title: t('parent'),
          render: (_, institution) =>
            institution.kind === 'province' ? (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onBelow(institution)}>
                {t('schools', { count: institution.below })}
              </Button>
            ) : (
              named(institution.parentName)
            ),
        },
        { key: 'state', title: t('state'), render: (_, institution) => tag(institution) },
        number(t('people'), 'people'),
        number(t('teams'), 'teams'),
        number(t('officers'), 'officers'),
      ]}
    />
  )
}
