/** What organisers look after. */
export const duties = ['contest', 'content', 'people', 'system', 'audit'] as const
export type Duty = (typeof duties)[number]

/**
 * What a route or page of organisers needs: a duty. `activity` is the duty `contest`, also where it is limited to certain
 * activities: only for what leaves out or refuses everything about others.
 */
export type NeededDuty = Duty | 'activity'

/** Duties of those who change something. Whoever holds `audit` reads everything, changes nothing and holds no other. */
export const workingDuties = ['contest', 'content', 'people', 'system'] as const satisfies readonly Duty[]

/** To which one organiser's duty `contest` may be limited. */
export const maxActivities = 200
