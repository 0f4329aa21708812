/** What organisers look after. */
export const duties = ['contest', 'content', 'people', 'system', 'audit'] as const
export type Duty = (typeof duties)[number]

/** Duties of those who change something. Whoever holds `audit` reads everything, changes nothing and holds no other. */
export const workingDuties = ['contest', 'content', 'people', 'system'] as const satisfies readonly Duty[]

/** To which one organiser's duty `contest` may be limited. */
export const maxActivities = 200
