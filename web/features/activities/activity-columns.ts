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
