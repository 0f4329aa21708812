export const activityColumns = [
  'name',
  'code',
  'group',
  'state',
  'teams',
  'enrolments',
  'places',
  'languages',
  'updatedAt',
] as const
export type ActivityColumn = (typeof activityColumns)[number]

/** Default columns, which fit a screen. */
export const columnsAtFirst: readonly ActivityColumn[] = activityColumns.filter(
  (column) => !['group', 'updatedAt'].includes(column),
)
