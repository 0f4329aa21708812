import type { PersonalData } from '../../../platform/feature.ts'
import { dutiesOf } from '../../accounts/service.ts'
import { activitiesNamed, findOrganiser } from './duty-queries.ts'

export const dutiesData: PersonalData = {
  collect: async ({ db }, { id }, { inLanguage }) => {
    const row = await findOrganiser(db, id)
    if (!row) return { duties: null }
    const { duties, activities } = dutiesOf(row.access, row)
    const named = activities && (await activitiesNamed(db, activities))
    return { duties: { held: duties, activities: named && named.map(({ name }) => inLanguage(name)) } }
  },
}
