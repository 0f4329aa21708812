export const memberColumns = [
  'username',
  'status',
  'realName',
  'nickname',
  'school',
  'province',
  'email',
  'phone',
  'access',
  'hasSecondFactor',
  'createdAt',
  'seenAt',
] as const
export type MemberColumn = (typeof memberColumns)[number]

/** Default columns, which fit a screen. */
export const columnsAtFirst: readonly MemberColumn[] = memberColumns.filter(
  (column) => !['nickname', 'province', 'phone', 'access', 'hasSecondFactor', 'seenAt'].includes(column),
)
