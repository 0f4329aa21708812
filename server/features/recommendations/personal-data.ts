import { desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { activity } from '../competition/tables.ts'
import { institution } from '../institutions/tables.ts'
import { recommendationEvent, recommendationList, recommendationQuota } from './tables.ts'

/** What somebody has done for institutions. The records stay without them: lists and ledgers are kept. */
export const recommendationsData: PersonalData = {
  collect: async ({ db }, { id }, { inLanguage }) => {
    const steps = await db
      .select({
        kind: recommendationEvent.kind,
        at: recommendationEvent.at,
        reason: recommendationEvent.reason,
        institution: institution.name,
        activity: activity.name,
      })
      .from(recommendationEvent)
      .innerJoin(recommendationList, eq(recommendationList.id, recommendationEvent.listId))
      .innerJoin(institution, eq(institution.id, recommendationList.institutionId))
      .innerJoin(activity, eq(activity.id, recommendationList.activityId))
      .where(eq(recommendationEvent.accountId, id))
      .orderBy(desc(recommendationEvent.at), desc(recommendationEvent.position))
    const quotas = await db
      .select({
        amount: recommendationQuota.amount,
        reason: recommendationQuota.reason,
        at: recommendationQuota.grantedAt,
        institution: institution.name,
        activity: activity.name,
      })
      .from(recommendationQuota)
      .innerJoin(institution, eq(institution.id, recommendationQuota.institutionId))
      .innerJoin(activity, eq(activity.id, recommendationQuota.activityId))
      .where(eq(recommendationQuota.grantedBy, id))
      .orderBy(desc(recommendationQuota.position))
    const named = <
      Row extends { institution: Parameters<typeof inLanguage>[0]; activity: Parameters<typeof inLanguage>[0] },
    >(
      row: Row,
    ) => ({ ...row, institution: inLanguage(row.institution), activity: inLanguage(row.activity) })
    return { recommendationSteps: steps.map(named), recommendationQuotas: quotas.map(named) }
  },
}
