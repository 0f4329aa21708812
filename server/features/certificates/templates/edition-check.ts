import type { Ctx } from '../../../platform/context.ts'
import { asc, sql } from '../../../platform/database/drizzle.ts'
import type { CheckedEdition, CheckResult } from '../../competition/service.ts'
import { certificateTemplate, certificateTemplateVersion } from '../tables.ts'
import { isNewestVersion } from './template-queries.ts'

/** Templates that name the year of the edition before. */
export const checkTemplates = async ({ db }: Ctx, { earlierYear }: CheckedEdition): Promise<CheckResult> => {
  const rows =
    earlierYear === undefined
      ? []
      : await db
          .select({ name: certificateTemplate.name })
          .from(certificateTemplate)
          .innerJoin(certificateTemplateVersion, isNewestVersion)
          .where(
            sql`exists (
              select from jsonb_path_query(${certificateTemplateVersion.design}, '$.elements[*].text.*') as text
              where text #>> '{}' ~ ${`(^|[^0-9])${earlierYear}([^0-9]|$)`}
            )`,
          )
          .orderBy(asc(certificateTemplate.createdAt), asc(certificateTemplate.id))
  return { check: 'oldTemplates', names: rows.map(({ name }) => name), link: '/Admin/Certificate/Template' }
}
