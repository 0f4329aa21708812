import { codePointOf } from '../../../platform/code-points.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { allTemplates } from '../templates/template-queries.ts'

/** A name with characters that no certificate can show. */
export interface UnprintableName {
  name: string
  /** The code points of these characters. */
  missing: string[]
}

/** Characters that all our fonts have: names of these alone need no look into a font. */
const usual = '[^ -~\u00a0-\u017f\u1ea0-\u1ef9\u4e00-\u9fa5]'

const most = 500

/**
 * Names of people whose certificates are not issued yet: of the last submissions, as corrected; of experts; of sheets that wait. Only
 * those with an unusual character are read, which are few.
 */
const unusualNames = async (db: Database): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    with expected as (
      select coalesce(corrected.to_name, named ->> 'name') as name
      from work
      join submission on submission.work_id = work.id and submission.number = work.submission
      cross join lateral jsonb_array_elements(submission.manifest::jsonb -> 'names') as named
      left join lateral (
        select to_name from certificate_correction
        where work_id = work.id and account_id::text = named ->> 'account' and state in ('open', 'accepted')
        order by created_at desc limit 1
      ) as corrected on true
      where work.state in ('submitted', 'accepted') and not exists (
        select from certificate
        where certificate.work_id = work.id and person = named ->> 'account' and certificate.state = 'issued'
      )
      union all
      select real_name from reviewer join account on account.id = reviewer.account_id
      where not exists (select from certificate where kind = 'expert' and person = account.id::text)
      union all
      select person ->> 'name' from certificate_issue cross join lateral jsonb_array_elements(sheet) as person
      where certificate_issue.state = 'draft'
    )
    select distinct name from expected where name ~ ${usual} order by name limit ${most}
  `)
  return rows.map(({ name }) => name)
}

/** Names that wait to be printed, and cannot be in a font of our templates. */
export const unprintableNames = async (db: Database): Promise<UnprintableName[]> => {
  const names = await unusualNames(db)
  if (names.length === 0) return []
  // Only now: reading fonts takes longer than everything else.
  const { missingGlyphs } = await import('../../../platform/pdf/fonts.ts')
  const { loadDesignFonts, visibleText } = await import('../drawing/certificate-pdf.ts')
  const fonts = new Map(
    (await Promise.all((await allTemplates(db, undefined)).map(({ design }) => loadDesignFonts(design)))).flatMap(
      (loaded) => [...loaded],
    ),
  )
  return names.flatMap((name) => {
    const missing = new Set([...fonts.values()].flatMap(({ font }) => missingGlyphs(font, visibleText(name))))
    return missing.size > 0 ? [{ name, missing: [...missing].map(codePointOf) }] : []
  })
}
