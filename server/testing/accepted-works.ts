import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { ActivityId, EnrolmentId, TeamId, WorkId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { licenceDeclaration } from '@lectern/contract/results/result-values.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { FileFacts } from '@lectern/contract/works/file-findings.ts'
import { decideWorks } from '@lectern/contract/works/work-office.ts'
import type { WorkPart } from '@lectern/contract/works/work-rules.ts'
import { numberOf } from '../features/competition/service.ts'
import { enrolment, enrolmentEvent } from '../features/enrolments/tables.ts'
import { signingKey } from '../features/signing/tables.ts'
import { team, teamMember } from '../features/teams/tables.ts'
import { hashManifest, writeManifest, type ManifestFacts } from '../features/works/submission/manifest.ts'
import { submission, submissionFile, work, workEvent } from '../features/works/tables.ts'
import { sql } from '../platform/database/drizzle.ts'
import { newId } from '../platform/ids.ts'
import { publicBytesOf, signingKeyId } from '../platform/signing-keys.ts'
import { createKnownTeacher } from './contest.ts'
import { pdfSample } from './document-samples.ts'
import { english, type TestPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'
import { storeWorkFile } from './stored-works.ts'
import { createApprovedTeam, testRules, workerOf } from './works.ts'

const times = { createdAt: fixedNow, updatedAt: fixedNow }
const said = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })

/** A work with a file, handed in and accepted over HTTP. The file must be readable: a task may inspect it first. */
export const acceptWork = async (
  site: TestSite,
  activityId: ActivityId,
  organiser: TestPerson,
  { title = '空间与图形', content }: { title?: string; content?: Buffer } = {},
) => {
  const { captain, team: made, enrolmentId, number } = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  await worker.upload(id, 'plan', content ?? (await pdfSample(1)))
  await worker.fill(id, { title })
  const sent = (await worker.submit(id)).data
  const works = [{ id, version: sent.version }]
  await site.ask(decideWorks, { headers: english(organiser), body: { works, decision: 'accepted' } })
  return { workId: id, teamId: made.id, enrolmentId, number, captain }
}

interface AcceptedWork {
  captain?: TestPerson
  title?: string
  teamName?: string
  school?: string
  province?: string
  /** The parts of the activity; default: a text, and no file. */
  parts?: readonly WorkPart[]
  files?: readonly { part: string; name: string; content: Buffer; type: string; probe?: FileFacts }[]
  /** The team allows to publish the work. */
  isLicensed?: boolean
  /** Of the captain, as certificates and results name them; absent: nobody is named. */
  realName?: string
  names?: readonly { role: TeamRole; name: string }[]
}

/** Signs submissions. Fixtures without a running program cannot decrypt the key of the site. */
const { privateKey } = generateKeyPairSync('ed25519')
const publicKey = publicBytesOf(privateKey)

const storeTestKey = async ({ db }: Pick<TestSite, 'db'>): Promise<string> => {
  const id = signingKeyId(publicKey)
  await db
    .insert(signingKey)
    .values({ id, publicKey, privateKey: 'of the tests', createdAt: fixedNow, retiredAt: fixedNow })
    .onConflictDoNothing()
  return id
}

interface Numbered {
  number: string
  sequence: number
  code: string
  name: LocalizedText
}

/** The next number of an activity. */
const takeNumber = async ({ db }: Pick<TestSite, 'db'>, activityId: ActivityId): Promise<Numbered> => {
  const { rows } = await db.execute<Omit<Numbered, 'number'> & { year: number }>(sql`
    update tally set last_number = last_number + 1
    from activity join edition on edition.id = edition_id
    where activity.id = activity_id and activity_id = ${activityId}
    returning last_number as sequence, activity.code, activity.name, year`)
  const { year, ...given } = rows[0]!
  return { ...given, number: numberOf({ year }, given.code, given.sequence) }
}

/** An accepted work with all steps that led to it, written straight into the database. */
export const storeAcceptedWork = async (
  site: TestSite,
  activityId: ActivityId,
  {
    captain,
    title,
    teamName = '粉笔小组',
    school = '江州一中',
    province = '110000',
    realName,
    parts = testRules.parts,
    files = [],
    isLicensed = false,
    names = realName === undefined ? [] : [{ role: 'captain', name: realName }],
  }: AcceptedWork = {},
) => {
  const person = captain ?? (await createKnownTeacher(site, { school, province }))
  const [teamId, enrolmentId, workId] = [newId<TeamId>(fixedNow), newId<EnrolmentId>(fixedNow), newId<WorkId>(fixedNow)]
  const { number, sequence, code, name } = await takeNumber(site, activityId)
  const shownTitle = title ?? `作品 ${sequence}`
  const decided = { decidedAt: fixedNow, ...times }
  const sent = { submission: 1, submittedAt: fixedNow }
  await site.db
    .insert(team)
    .values({ id: teamId, activityId, name: teamName, inviteCode: number, inviteExpiresAt: fixedNow, ...times })
  await site.db
    .insert(teamMember)
    .values({ teamId, accountId: person.id, activityId, role: 'captain', position: 0, joinedAt: fixedNow })
  await site.db.insert(enrolment).values({
    id: enrolmentId,
    activityId,
    teamId,
    state: 'approved',
    number,
    sequence,
    submittedAt: fixedNow,
    province,
    school,
    ...decided,
  })
  await site.db
    .insert(work)
    .values({ id: workId, enrolmentId, teamId, activityId, state: 'accepted', title: shownTitle, ...sent, ...decided })
  const submitted = { at: fixedNow, kind: 'submission', fromState: 'draft', toState: 'submitted' } as const
  const accepted = { at: fixedNow, kind: 'decision', fromState: 'submitted' } as const
  await site.db.insert(enrolmentEvent).values([
    { id: newId(fixedNow), enrolmentId, accountId: person.id, ...submitted },
    { id: newId(fixedNow), enrolmentId, ...accepted, toState: 'approved' },
  ])
  await site.db.insert(workEvent).values([
    { id: newId(fixedNow), workId, accountId: person.id, submission: 1, ...submitted },
    { id: newId(fixedNow), workId, ...accepted, toState: 'accepted' },
  ])
  const handedIn: { part: string; file: ManifestFacts['parts'][number]['files'][number] }[] = []
  for (const [position, { part, name: fileName, content, type, probe }] of files.entries()) {
    const given = { workId, part, name: fileName, content, ownerId: person.id, position }
    const id = await storeWorkFile(site.asProgram(), given)
    const sha256 = createHash('sha256').update(content).digest('hex')
    handedIn.push({ part, file: { id, name: fileName, size: content.length, sha256, type, facts: probe ?? null } })
  }
  const manifest = writeManifest({
    workId,
    number: 1,
    submittedAt: fixedNow,
    timeZone: 'Asia/Shanghai',
    enrolmentNumber: number,
    activity: { code, name },
    team: teamName,
    title: shownTitle,
    summary: '一节课',
    parts: parts.map(({ id, kind, label }) => ({
      id,
      kind,
      label,
      text: kind === 'text' ? '一个想法' : null,
      files: handedIn.filter(({ part }) => part === id).map(({ file }) => file),
    })),
    rulesHash: '0'.repeat(64),
    declarations: isLicensed
      ? [{ id: licenceDeclaration, text: said('同意展示。', 'May be shown.'), hash: '0'.repeat(64) }]
      : [],
    names: names.map(({ role, name: who }) => ({ uid: person.id, role, name: who })),
    previousHash: null,
  })
  await site.db.insert(submission).values({
    workId,
    number: 1,
    submittedAt: fixedNow,
    submittedBy: person.id,
    isLate: false,
    manifest,
    hash: hashManifest(manifest),
    previousHash: null,
    signature: sign(null, Buffer.from(manifest), privateKey),
    keyId: await storeTestKey(site),
  })
  if (handedIn.length > 0)
    await site.db
      .insert(submissionFile)
      .values(handedIn.map(({ part, file }, position) => ({ workId, number: 1, fileId: file.id, part, position })))
  return { workId, teamId, enrolmentId, number, captain: person }
}
