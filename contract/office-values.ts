/** What the office's own search finds. */
export const officeHitKinds = ['enrolment', 'team', 'member', 'activity', 'article', 'material', 'expert'] as const
export type OfficeHitKind = (typeof officeHitKinds)[number]

/** Counting stops here: a menu shows `99+` beyond 99. */
export const mostCounted = 100
