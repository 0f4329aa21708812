import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Avatar } from 'antd'
import { expertMoves, type ExpertState as State } from '@lectern/contract/experts/expert-values.ts'
import type { ExpertItem } from '@lectern/contract/experts/experts.ts'
import { pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { localize } from '@lectern/contract/localized.ts'
import { Link } from '../../../../router/link.tsx'
import { initialsOf } from '../../../../ui/initials.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { TranslationTags } from '../../../admin-ui/components/translation-tags.tsx'
import { orderOf } from '../../../admin-ui/table-order.ts'
import { ExpertState } from './expert-state.tsx'

const Photo = ({ expert: { photoPicture: photo }, name }: { expert: ExpertItem; name: string }) => (
  <Avatar
    shape="square"
    aria-hidden="true"
    {...(photo && { src: pictureUrl(photo.id, widthsOf(photo.width)[0]!, 'webp'), alt: '' })}
  >
    {initialsOf(name)}
  </Avatar>
)

interface ExpertTableProps extends ListState<ExpertItem> {
  experts: readonly ExpertItem[]
  nameOf: (expert: ExpertItem) => string
  /** As in the address: a column name, with a minus sign for descending. */
  sort: string
  onMove: (expert: ExpertItem, state: State) => void
  onDelete: (expert: ExpertItem) => void
}

export const ExpertTable = (props: ExpertTableProps) => {
  const { experts, nameOf, sort, onMove, onDelete, ...standing } = props
  const intl = useIntl()
  const actions = useActionsColumn()
  const zoned = useZoned()
  const t = (key: IdAfter<'office.experts.'>, values?: Record<string, string>): string =>
    intl.formatMessage({ id: `office.experts.${key}` }, values)
  const textOf = (text: ExpertItem['title']): string => localize(text, intl.locale).text
  return (
    <ListTable
      {...standing}
      list={experts}
      rowKey="id"
      none={t('none')}
      selectLabel={(expert) => t('select', { name: nameOf(expert) })}
      selectPageLabel={t('selectPage')}
      columns={[
        {
          key: 'name',
          title: t('name'),
          render: (_, expert) => (
            <span style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
              <Photo expert={expert} name={nameOf(expert)} />
              <Link to={`/Admin/Expert/Edit?id=${expert.id}`}>{nameOf(expert)}</Link>
            </span>
          ),
        },
        { key: 'title', title: t('title'), render: (_, { title }) => textOf(title) },
        { key: 'school', title: t('school'), render: (_, { school }) => textOf(school) },
        {
          key: 'fields',
          title: intl.formatMessage({ id: 'expert.fields' }),
          render: (_, { fields }) =>
            intl.formatList(fields.map((field) => intl.formatMessage({ id: `expert.field.${field}` }))),
        },
        { key: 'state', title: t('state'), render: (_, { state }) => <ExpertState state={state} /> },
        { key: 'account', title: t('account'), render: (_, { account }) => account?.username },
        {
          key: 'languages',
          title: intl.formatMessage({ id: 'shell.language' }),
          render: (_, { written }) => <TranslationTags stamps={written} />,
        },
        {
          key: 'updatedAt',
          title: zoned(t('updatedAt')),
          sorter: true,
          sortDirections: ['descend', 'ascend'],
          sortOrder: orderOf(sort, 'updatedAt'),
          render: (_, { updatedAt }) => <Moment value={updatedAt} />,
        },
        actions(nameOf, (expert) => [
          ...expertMoves[expert.state].map((state) => ({
            key: state,
            label: t(`move.${state}`),
            onClick: () => onMove(expert, state),
          })),
          {
            key: 'delete',
            label: intl.formatMessage({ id: 'office.delete.confirm' }),
            danger: true,
            onClick: () => onDelete(expert),
          },
        ]),
      ]}
    />
  )
}
