import type { ActivityId, EnrolmentId, FileId, InstitutionId, OfficerId, SummaryId } from '@lectern/contract/ids.ts'
import { extendList } from '@lectern/contract/recommendations/recommendations-above.ts'
import { saveRecommendationRules } from '@lectern/contract/recommendations/recommendation-rules.ts'
import { saveRecommendations, type OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { changeSettings } from '@lectern/contract/settings/office-settings.ts'
import { keyOf } from '../features/files/content/keys.ts'
import type { file } from '../features/files/tables.ts'
import { renewSearch } from '../features/institutions/service.ts'
import { institutionAlias, institutionOfficer } from '../features/institutions/tables.ts'
import { newId } from '../platform/ids.ts'
import { storeAcceptedWork } from './accepted-works.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from './contest.ts'
import { pdfSample } from './document-samples.ts'
import { createDraft } from './enrolments.ts'
import { addFile } from './files.ts'
import { createPerson, english, type TestPerson } from './people.ts'
import { appoint, assignTo, createInstitution, endOfficer, openLevels, recommenderOf } from './recommendations.ts'
import { after, fixedNow, type TestSite } from './site.ts'
import { createWorkActivity } from './works.ts'

// Two provinces with two schools each. Whatever is typed of one of them has a word that names it and the place.

export const institutionCodes = ['na', 'nb', 'n', 'sa', 'sb', 's'] as const
/** `n` and `s` are provinces, the others their schools. */
export type InstitutionCode = (typeof institutionCodes)[number]

const aboveOf = (code: InstitutionCode): InstitutionCode | undefined =>
  code.length > 1 ? (code[0] as InstitutionCode) : undefined

export const canary = (code: InstitutionCode, place: string): string => `qz${code}zq${place}qx`

/** Every word in a text, as `institution place`, once. Breaks of lines in printed documents do not matter. */
export const canariesIn = (text: string): string[] => {
  const words = text.replaceAll(/\s/g, '').matchAll(/qz([a-z]{1,2})zq([a-z]+?)qx/gi)
  return [...new Set([...words].map(([, code, place]) => `${code} ${place}`.toLowerCase()))]
}

export interface CanaryInstitution {
  code: InstitutionCode
  id: InstitutionId
  officer: TestPerson
  second: TestPerson
  /** An officer whose account is in a team of each activity. */
  participant: TestPerson
  /** An officer once. */
  former: TestPerson
  invited: OfficerId
  requested: OfficerId
  /** A draft with a summary, ready to be handed in; `spare` can be added. */
  draft: { list: OpenList; listed: EnrolmentId; spare: EnrolmentId }
  /** A list that waits for the level above; of provinces, in an activity of their own. */
  handedIn: { list: OpenList; listed: EnrolmentId; scan: FileId; summary: SummaryId }
}

export interface CanaryContest {
  organiser: TestPerson
  /** Lists of all institutions are drafts. */
  drafts: ActivityId
  /** Schools have handed in, provinces have not begun. */
  handedIn: ActivityId
  institutions: Record<InstitutionCode, CanaryInstitution>
}

/** A file with content, both of which name the institution. */
const storeNamedFile = async (
  site: TestSite,
  code: InstitutionCode,
  purpose: (typeof file.$inferSelect)['purpose'],
  { id: ownerId }: TestPerson,
): Promise<FileId> => {
  const place = purpose.toLowerCase()
  const content = Buffer.from(canary(code, `${place}content`))
  const row = { purpose, ownerId, name: `${canary(code, place)}.pdf`, type: 'application/pdf', size: content.length }
  const id = await addFile(site.db, row)
  await site.asProgram().installation.storage.put(keyOf({ purpose, id }), content)
  return id
}

const createNamedPerson = (site: TestSite, code: InstitutionCode, place: string): Promise<TestPerson> => {
  const word = (of: string): string => canary(code, place + of)
  return createPerson(site, {
    username: word('username'),
    realName: word('realname'),
    nickname: word('nickname'),
    school: word('school'),
    department: word('department'),
    title: word('title'),
    email: `${word('mail')}@example.org`,
  })
}

const createOfficers = async (site: TestSite, code: InstitutionCode, institutionId: InstitutionId) => {
  const people = {
    officer: await createNamedPerson(site, code, 'officer'),
    second: await createNamedPerson(site, code, 'second'),
    participant: await createNamedPerson(site, code, 'participant'),
    former: await createNamedPerson(site, code, 'former'),
  }
  for (const person of Object.values(people)) await appoint(site, institutionId, person)
  await endOfficer(site, people.former)
  const asking = await createNamedPerson(site, code, 'asking')
  const [invited, requested] = [newId<OfficerId>(fixedNow), newId<OfficerId>(fixedNow)]
  await site.db.insert(institutionOfficer).values([
    {
      id: invited,
      institutionId,
      state: 'invited',
      name: canary(code, 'invitedname'),
      contact: `${canary(code, 'invitedcontact')}@example.org`,
      tokenHash: Buffer.from(code.padEnd(32)),
      createdAt: fixedNow,
      expiresAt: after(86_400_000),
    },
    {
      id: requested,
      institutionId,
      accountId: asking.id,
      state: 'requested',
      letterId: await storeNamedFile(site, code, 'officerLetter', asking),
      createdAt: fixedNow,
    },
  ])
  return { ...people, invited, requested }
}

const storeEntry = async (
  site: TestSite,
  activityId: ActivityId,
  code: InstitutionCode,
  institution: InstitutionId,
  participant?: TestPerson,
): Promise<EnrolmentId> => {
  const word = (place: string): string => canary(code, place)
  const captain = await createKnownTeacher(site, {
    realName: word('captain'),
    nickname: word('captainnickname'),
    email: `${word('captainmail')}.${newId(fixedNow)}@example.org`,
  })
  const { enrolmentId, teamId } = await storeAcceptedWork(site, activityId, {
    captain,
    title: word('worktitle'),
    teamName: word('team'),
    school: word('schoolofteam'),
    realName: word('certificatename'),
    files: [{ part: 'plan', name: `${word('plan')}.pdf`, content: await pdfSample(1), type: 'application/pdf' }],
  })
  await site.pool.query('update team set slogan = $2 where id = $1', [teamId, word('slogan')])
  if (participant)
    await site.pool.query(
      `insert into team_member (team_id, account_id, activity_id, role, position, joined_at)
       values ($1, $2, $3, 'member', 1, $4)`,
      [teamId, participant.id, activityId, fixedNow],
    )
  await assignTo(site, institution, enrolmentId)
  return enrolmentId
}

/** A team that has not submitted its enrolment. */
const storeUnsubmitted = async (
  site: TestSite,
  activityId: ActivityId,
  code: InstitutionCode,
  institution: InstitutionId,
): Promise<void> => {
  const { enrolment } = await createDraft(site, activityId, canary(code, 'draftteam'), {
    realName: canary(code, 'draftcaptain'),
  })
  await assignTo(site, institution, enrolment.id)
}

/** Two provinces with two schools, each with officers, teams and lists in every state. */
export const createCanaryContest = async (site: TestSite): Promise<CanaryContest> => {
  const editionId = await createEdition(site)
  const organiser = await createPerson(site, { access: 'admin' })
  const as = { headers: english(organiser) }
  // Three act for each institution, and more are invited.
  await site.ask(changeSettings, { ...as, body: { officersPerInstitution: 9 } })

  const addActivity = async (by: 'province' | 'schoolAndProvince', needsScan: boolean): Promise<ActivityId> => {
    const id = await createWorkActivity(site, editionId)
    await openLevels(site, editionId, id)
    const body = { thing: 'work' as const, by, needsScan, provincesWriteQuotas: true, version: 0 }
    await site.ask(saveRecommendationRules, { ...as, params: { id }, body })
    return id
  }
  const drafts = await addActivity('schoolAndProvince', false)
  const handedIn = await addActivity('schoolAndProvince', true)
  const ofProvinces = await addActivity('province', true)

  const ids = new Map<InstitutionCode, InstitutionId>()
  const idOf = (code: InstitutionCode): InstitutionId => ids.get(code)!
  // Provinces first: schools belong to them.
  for (const code of institutionCodes.toSorted((one, other) => one.length - other.length)) {
    const above = aboveOf(code)
    const kind = above ? 'school' : 'province'
    ids.set(code, await createInstitution(site, kind, above ? idOf(above) : null, canary(code, 'name')))
    await site.db.insert(institutionAlias).values({
      id: newId(fixedNow),
      institutionId: idOf(code),
      text: canary(code, 'alias'),
      normal: canary(code, 'alias'),
      createdAt: fixedNow,
    })
    await renewSearch(site.db, idOf(code))
  }

  const officers = new Map<InstitutionCode, Awaited<ReturnType<typeof createOfficers>>>()
  for (const code of institutionCodes) officers.set(code, await createOfficers(site, code, idOf(code)))

  const addList = async (code: InstitutionCode, activity: ActivityId, entry: EnrolmentId) => {
    const institution = idOf(code)
    const own = recommenderOf(site, officers.get(code)!.officer, activity, institution)
    await recommenderOf(site, organiser, activity, institution).grant(3, canary(code, 'quotareason'))
    const { version } = (await own.add(entry)).data
    await site.ask(saveRecommendations, {
      headers: english(officers.get(code)!.officer),
      params: { activity, institution },
      body: { version, rows: [{ entry, remark: canary(code, 'remark') }] },
    })
    await own.summarise()
    return own
  }

  const institutions = {} as CanaryContest['institutions']
  for (const code of institutionCodes) {
    const { officer, second, participant, former, invited, requested } = officers.get(code)!
    const above = aboveOf(code)
    const add = (activity: ActivityId, who?: TestPerson) => storeEntry(site, activity, code, idOf(code), who)

    const [listed, spare] = [await add(drafts, participant), await add(drafts)]
    await storeUnsubmitted(site, drafts, code, idOf(code))
    const draft = await addList(code, drafts, listed)
    await site.ask(extendList, {
      ...as,
      params: { activity: drafts, institution: idOf(code) },
      body: {
        version: (await draft.read()).version,
        until: daysFromNoon(4.5).toISOString(),
        reason: canary(code, 'extensionreason'),
      },
    })

    // Returned once, with a reason, so that its history has two scans.
    const activity = above ? handedIn : ofProvinces
    const sent = await add(activity, participant)
    const own = await addList(code, activity, sent)
    await own.handIn(await storeNamedFile(site, code, 'stampedSummary', officer))
    const judge = above ? officers.get(above)!.officer : organiser
    const judging = recommenderOf(site, judge, activity, idOf(code))
    await judging.judge([{ entry: sent, verdict: 'refuse', reason: canary(code, 'verdictreason') }])
    await judging.decide('returned', canary(code, 'returnreason'))
    const scan = await storeNamedFile(site, code, 'stampedSummary', officer)
    const handed = (await own.handIn(scan)).data
    institutions[code] = {
      code,
      id: idOf(code),
      officer,
      second,
      participant,
      former,
      invited,
      requested,
      draft: { list: await draft.read(), listed, spare },
      handedIn: { list: handed, listed: sent, scan, summary: handed.summary!.id },
    }
  }
  return { organiser, drafts, handedIn, institutions }
}
