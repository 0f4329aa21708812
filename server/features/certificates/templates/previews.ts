import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/certificates/certificate-office.ts'
import { certificateNumber } from '@lectern/contract/certificates/certificate-numbers.ts'
import {
  certificateCodeLength,
  type CertificateKind,
  type MergeValues,
} from '@lectern/contract/certificates/certificate-values.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import { t } from '../../../platform/messages.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import type { SiteTitle } from '../issues/plan.ts'
import { checkPrinting, printJob, problemText } from '../drawing/print.ts'
import { prepareDesign } from './templates.ts'

type Asked = BodyOf<typeof contract.previewTemplate>

/** An invented certificate, in the language of the design. */
const usualValues = (ctx: Ctx, kind: CertificateKind, locale: Locale, siteTitle: SiteTitle): MergeValues => {
  const words = (
    id: 'name' | 'second' | 'third' | 'advisor' | 'award' | 'work' | 'team' | 'institution' | 'activity' | 'edition',
  ) => t(locale, `certificates.sample.${id}`)
  const people = joinList(locale, [words('name'), words('second'), words('third')])
  const isAward = kind === 'award' || kind === 'advisor'
  return {
    name: kind === 'organisation' ? words('institution') : kind === 'advisor' ? words('advisor') : words('name'),
    people,
    advisors: kind === 'advisor' ? '' : words('advisor'),
    award: isAward ? words('award') : kind === 'organisation' ? t(locale, 'certificates.organisationAward') : '',
    work: words('work'),
    team: words('team'),
    institution: words('institution'),
    activity: words('activity'),
    edition: words('edition'),
    year: String(ctx.now.getUTCFullYear()),
    role: t(locale, kind === 'advisor' ? 'receipt.role.advisor' : 'receipt.role.captain'),
    note: '',
    date: formatMoment(locale, ctx.now, 'day', 'UTC'),
    number: certificateNumber({ prefix: 'LT', year: ctx.now.getUTCFullYear(), code: 'TEST' }, 888_888),
    site: siteTitle(locale),
  }
}

/** The longest that real people and works of the last submissions have; what nobody has stays invented. */
const longestValues = async ({ db }: Ctx, locale: Locale): Promise<Partial<MergeValues>> => {
  const { rows } = await db.execute<
    Record<'name' | 'work' | 'team' | 'institution' | 'activity' | 'edition', string | null>
  >(sql`
    with named as (
      select submission.manifest::jsonb as manifest from work
      join submission on submission.work_id = work.id and submission.number = work.submission
      order by work.created_at desc limit 2000
    )
    select
      (select person ->> 'name' from named, jsonb_array_elements(manifest -> 'names') as person
        order by length(person ->> 'name') desc limit 1) as name,
      (select manifest ->> 'title' from named order by length(manifest ->> 'title') desc limit 1) as work,
      (select manifest ->> 'team' from named order by length(manifest ->> 'team') desc limit 1) as team,
      (select school from enrolment where school is not null order by length(school) desc limit 1) as institution,
      (select coalesce(name ->> ${locale}, name ->> 'zh-CN') from activity
        order by length(coalesce(name ->> ${locale}, name ->> 'zh-CN')) desc nulls last limit 1) as activity,
      (select coalesce(name ->> ${locale}, name ->> 'zh-CN') from edition
        order by length(coalesce(name ->> ${locale}, name ->> 'zh-CN')) desc nulls last limit 1) as edition
  `)
  const values = rows[0]!
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

const sampleValues = async (ctx: Ctx, { kind, locale, sample }: Asked, siteTitle: SiteTitle): Promise<MergeValues> => {
  const usual = usualValues(ctx, kind, locale, siteTitle)
  if (sample === 'usual') return usual
  const longest = await longestValues(ctx, locale)
  const name = kind === 'organisation' ? longest.institution : longest.name
  const merged = { ...usual, ...longest, name: name ?? usual.name }
  return {
    ...merged,
    people: joinList(
      locale,
      Array.from({ length: 12 }, () => longest.name ?? usual.name),
    ),
  }
}

export const checkTemplate = async (ctx: Ctx, request: Asked, siteTitle: SiteTitle) => {
  await prepareDesign(ctx, request.design)
  const values = await sampleValues(ctx, request, siteTitle)
  const [problems = []] = await checkPrinting({ design: request.design, locale: request.locale, values: [values] })
  return {
    problems: problems.map((problem) => ({
      element: problem.element,
      message: problemText(ctx.locale, problem, values.name),
    })),
    values,
  }
}

/** As it would be issued. */
export const previewTemplate = async (ctx: Ctx, request: Asked, siteTitle: SiteTitle): Promise<FileAnswer> => {
  const pictures = await prepareDesign(ctx, request.design)
  const { number, ...values } = await sampleValues(ctx, request, siteTitle)
  const content = { values, site: ctx.installation.address }
  const facts = { number, code: 'x'.repeat(certificateCodeLength), locale: request.locale, content, issuedAt: ctx.now }
  const body = await runInThread<Uint8Array>(printJob(facts, request.design, pictures))
  return { type: 'application/pdf', body: Buffer.from(body), cacheControl: 'no-store' }
}
