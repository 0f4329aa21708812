/** What the office's own search finds. */
export const officeHitKinds = ['enrolment', 'team', 'member', 'activity', 'article', 'material', 'expert'] as const
export type OfficeHitKind = (typeof officeHitKinds)[number]

/** What stands between a new site and the first team, in the order in which it is done. */
export const firstSteps = [
  'begin',
  'title',
  'mail',
  'secondFactor',
  'edition',
  'activity',
  'phases',
  'pages',
  'publish',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** Counting stops here: a menu shows `99+` beyond 99. */
export const mostCounted = 100
