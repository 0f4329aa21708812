import { afterWorkingDays } from '@lectern/contract/cases/working-days.ts'
import { caseDays } from '@lectern/contract/cases/case-values.ts'
import type { Ctx } from '../../platform/context.ts'

/** The end of so many working days from now, in the zone of the contest. */
export const deadlineAfter = (ctx: Ctx, what: keyof typeof caseDays, timeZone: string): Date =>
  afterWorkingDays(ctx.now, caseDays[what], { timeZone, holidays: ctx.installation.office.holidays })

const day = 86_400_000

/** Until when the party concerned may appeal. */
export const appealEnd = ({ now }: Ctx, days: number): Date => new Date(now.getTime() + days * day)

/** When it is erased who objected. Until then an appeal may refer to it. */
export const eraseTime = ({ now, installation }: Ctx): Date =>
  new Date(now.getTime() + installation.office.caseRetentionDays * day)
