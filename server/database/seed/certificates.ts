import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IssueSourceInput } from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateTemplateId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import {
  createIssue,
  createSeries,
  createTemplate,
  issueAtOnce,
  replaceCertificate,
  requestCorrection,
  revokeCertificate,
  saveTemplate,
} from '../../features/certificates/service.ts'
import { putSeedFile } from '../../features/files/service.ts'
import { file } from '../../features/files/tables.ts'
import { certificate, certificateTemplate } from '../../features/certificates/tables.ts'
import { activity, edition } from '../../features/competition/tables.ts'
import { notice, noticeRead } from '../../features/notices/tables.ts'
import { resultList } from '../../features/results/tables.ts'
import { round } from '../../features/rounds/tables.ts'
import { teamMember } from '../../features/teams/tables.ts'
import { work } from '../../features/works/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { officeHour } from './dates.ts'
import { readJson } from './lists.ts'
import type { SeedPerson } from './people.ts'
import { actingAs, type Scene } from './scene.ts'

/** certificates.json. People are usernames. */
interface Listed {
  /** Its name. */
  template: LocalizedText
  revoked: { username: string; reason: string }
  replaced: { username: string; name: string; reason: string }
  /** A request that nobody has decided. */
  correction: { username: string; name: string; reason: string }
}

const siteTitle = (locale: Locale): string => localize(defaultSettings.title, locale).text

/** The template that comes with the program. */
const deliveredTemplate = async ({ db }: SignedIn, kind: CertificateKind): Promise<CertificateTemplateId> => {
  const [template] = await db
    .select({ id: certificateTemplate.id })
    .from(certificateTemplate)
    .where(eq(certificateTemplate.delivered, kind))
  return template!.id
}

/** A copy of the template that comes with the program, with the stamp of the committee. */
const makeStampedTemplate = async (
  ctx: SignedIn,
  kind: CertificateKind,
  name: LocalizedText,
): Promise<CertificateTemplateId> => {
  const stamp = await putSeedFile(ctx.installation.storage, {
    purpose: 'artwork',
    name: '组委会公章.png',
    content: await readFile(join(import.meta.dirname, 'certificates/stamp.png')),
    ownerId: ctx.actor.id,
    now: ctx.now,
  })
  await ctx.db.insert(file).values(stamp)
  const copyOf = await deliveredTemplate(ctx, kind)
  const { id, version, source } = await createTemplate(ctx, { copyOf, name }, undefined)
  const elements = source.design.elements.map((element) =>
    element.kind === 'stamp' ? { ...element, file: stamp.id } : element,
  )
  await saveTemplate(ctx, id, { version, name, design: { ...source.design, elements } })
  return id
}

interface Issued {
  template: CertificateTemplateId
  source: IssueSourceInput
  year: number
  code: string
}

/** Issues with a series of its own. */
const issue = async (ctx: SignedIn, { template, source, year, code }: Issued): Promise<void> => {
  const { id: series } = await createSeries(ctx, { prefix: 'LT', year, code })
  const { id } = await createIssue(
    ctx,
    {
      source,
      template,
      series,
      locale: 'zh-CN',
      date: ctx.now.toISOString().slice(0, 10),
      notify: true,
      revokedToo: false,
    },
    undefined,
  )
  await issueAtOnce(ctx, id, { siteTitle, signer: undefined })
}

/** Long ago: everybody has read that there is a certificate for them. */
const readNotices = async ({ db }: Scene): Promise<void> => {
  const notices = await db
    .select({ noticeId: notice.id, accountId: notice.accountId, readAt: notice.createdAt })
    .from(notice)
    .where(eq(notice.link, '/account/Certificate'))
  await db.insert(noticeRead).values(notices.map((row) => ({ ...row, accountId: row.accountId! })))
}

/** Last year's certificates: one was revoked, one replaced. This year somebody asks for another spelling of their name. */
export const seedCertificates = async (scene: Scene, now: Date): Promise<void> => {
  const { db, people, organiser } = scene
  const listed = await readJson<Listed>('certificates/certificates.json')
  const personOf = (name: string): SeedPerson => people.find(({ username }) => username === name)!
  const at = (day: number): SignedIn => actingAs(scene, organiser, officeHour(day, 3, now))
  const [list] = await db
    .select({ id: resultList.id, year: edition.year })
    .from(resultList)
    .innerJoin(activity, eq(activity.id, resultList.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(resultList.state, 'announced'))
  const [judged] = await db.select({ id: round.id }).from(round).where(eq(round.state, 'settled'))
  const { year } = list!
  const ofAwards = await makeStampedTemplate(at(-268), 'award', listed.template)
  await issue(at(-267), { template: ofAwards, source: { from: 'results', list: list!.id }, year, code: 'KC' })
  const ofExperts = await deliveredTemplate(at(-266), 'expert')
  await issue(at(-266), { template: ofExperts, source: { from: 'experts', round: judged!.id }, year, code: 'PW' })

  const certificateOf = async (username: string) => {
    const [held] = await db
      .select({ id: certificate.id, content: certificate.content })
      .from(certificate)
      .where(eq(certificate.holderId, personOf(username).id))
    return held!
  }
  const { replaced, revoked, correction } = listed
  const misspelt = await certificateOf(replaced.username)
  const { name: former, people: team } = misspelt.content.values
  const printed = { name: replaced.name, people: team.replace(former, replaced.name) }
  const deps = { key: undefined, signer: undefined }
  await replaceCertificate(at(-262), misspelt.id, { reason: replaced.reason, printed, notify: true }, deps)
  await revokeCertificate(at(-240), (await certificateOf(revoked.username)).id, { reason: revoked.reason })
  await readNotices(scene)

  const asking = personOf(correction.username)
  const [handedIn] = await db
    .select({ id: work.id })
    .from(work)
    .innerJoin(teamMember, eq(teamMember.teamId, work.teamId))
    .where(and(eq(teamMember.accountId, asking.id), eq(work.state, 'accepted')))
  const { name, reason } = correction
  await requestCorrection(actingAs(scene, asking, officeHour(-1, 5, now)), { work: handedIn!.id, name, reason })
}
