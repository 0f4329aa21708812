import { Grid, type TableColumnType } from 'antd'
import type { Member } from '@lectern/contract/accounts/accounts.ts'
import { isPlainClick, Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { useActionsColumn } from '../../admin-ui/actions-column.tsx'
import { ListTable, type ListState } from '../../admin-ui/components/list-table.tsx'
import type { RowAction } from '../../admin-ui/components/row-actions.tsx'
import { Moment, useZoned } from '../../../ui/moment.tsx'
import { Phone } from '../../../ui/phone.tsx'
import { StateTag } from '../../admin-ui/components/state-tag.tsx'
import { orderOf } from '../../admin-ui/table-order.ts'
import type { MemberColumn } from '../member-columns.ts'
import { useFullName, useMemberWords } from '../member-words.ts'

/** Columns that are not plain text. */
const useColumns = (open: (member: Member) => void): Record<MemberColumn, Omit<TableColumnType<Member>, 'title'>> => {
  const { t, access, status, region } = useMemberWords()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  return {
    username: {
      // Fixed on wide screens.
      ...(hasRoom && { fixed: 'start' as const }),
      sorter: true,
      render: (_, member) => (
        <Link
          to={`/Admin/Member?id=${member.uid}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            open(member)
          }}
        >
          {member.username}
        </Link>
      ),
    },
    realName: {},
    nickname: {},
    school: {},
    province: { render: (_, member) => region(member, member.province) },
    email: {},
    phone: { render: (_, { phone }) => phone && <Phone value={phone} /> },
    access: { render: (_, member) => access(member.access) },
    status: {
      render: (_, member) => (
        <StateTag tone={member.status === 'active' ? 'good' : 'bad'}>{status(member.status)}</StateTag>
      ),
    },
    hasSecondFactor: { render: (_, member) => t(member.hasSecondFactor ? 'yes' : 'no') },
    createdAt: {
      sorter: true,
      onCell: () => ({ style: { whiteSpace: 'nowrap' } }),
      render: (_, member) => <Moment value={member.createdAt} />,
    },
    seenAt: { render: (_, member) => member.seenAt && <Moment value={member.seenAt} /> },
  }
}

interface MemberTableProps extends ListState<Member> {
  members: readonly Member[]
  columns: readonly MemberColumn[]
  /** As in the address: a column name, with a minus sign for descending. */
  sort: string
  isOwn: (member: Member) => boolean
  onOpen: (member: Member) => void
  /** The actions of a row besides opening it. */
  actionsOf: (member: Member) => readonly RowAction[]
}

export const MemberTable = (props: MemberTableProps) => {
  const { members, columns, sort, isOwn, onOpen, actionsOf, ...standing } = props
  const { t, column } = useMemberWords()
  const intl = useIntl()
  const zoned = useZoned()
  const looks = useColumns(onOpen)
  const fullName = useFullName()
  const actionsColumn = useActionsColumn()
  return (
    <ListTable
      {...standing}
      list={members}
      rowKey="uid"
      none={t('none')}
      selectLabel={({ username, whyNot }) => whyNot ?? t('select', { name: username })}
      selectPageLabel={t('selectPage')}
      isFixed={(member) => isOwn(member) || member.whyNot !== null}
      columns={[
        ...columns.map((name) => ({
          ...looks[name],
          key: name,
          dataIndex: name,
          title: name === 'createdAt' || name === 'seenAt' ? zoned(column(name)) : column(name),
          sortOrder: orderOf(sort, name),
          // The default is the newest first; the next click reverses it.
          sortDirections:
            name === 'createdAt' ? ['descend' as const, 'ascend' as const] : ['ascend' as const, 'descend' as const],
        })),
        actionsColumn<Member>(fullName, (member) => [
          { key: 'open', label: intl.formatMessage({ id: 'office.list.open' }), onClick: () => onOpen(member) },
          ...actionsOf(member),
        ]),
      ]}
    />
  )
}
