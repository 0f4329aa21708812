import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { foreseeDeletion } from '@lectern/contract/accounts/my-data.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { createTeam, readTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { and, eq, gte, inArray, lt } from '../../platform/database/drizzle.ts'
import { createActivity, createKnownTeacher } from '../../testing/contest.ts'
import { createKnownPerson, formerEmail, knownProfile, secrets, wantedEmail } from '../../testing/known-person.ts'
import { createOwner, givePassword, ownPassword } from '../../testing/owners.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { edition } from '../competition/tables.ts'
import { consent } from '../documents/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { file } from '../files/tables.ts'
import { notice, noticeRead } from '../notices/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { credential, session } from '../sign-in/tables.ts'
import { invitation } from '../teams/tables.ts'

let site: TestSite
let organiser: TestPerson
let person: TestPerson
/** What was stored when somebody became known in many places. */
let stored: Awaited<ReturnType<typeof idsOfStored>>

beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
  organiser = await createOwner(site, { access: 'admin' })
  person = await createKnownPerson(site, organiser)
  stored = await idsOfStored()
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const idsOfStored = async () => ({
  letters: (await site.db.select({ id: outbox.id }).from(outbox)).map(({ id }) => id),
  notices: (await site.db.select({ id: notice.id }).from(notice)).map(({ id }) => id),
  enrolments: (await site.db.select({ id: enrolment.id }).from(enrolment)).map(({ id }) => id),
})

/** Which of these words are left in which table, in any column. */
const findEverywhere = async (words: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await site.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await site.pool.query<{ word: string }>(
      `select word from unnest($1::text[]) as word
       where exists (select from "${name}" as entry where strpos(lower(entry::text), lower(word)) > 0)`,
      [words],
    )
    found.push(...rows.map(({ word }) => `${name}: ${word}`))
  }
  return found
}

const remove = (body: unknown, headers: Record<string, string>) =>
  site.call('POST', '/api/account/deletion', { headers, body })
const problemOf = async (answer: ReturnType<typeof remove>) => {
  const { status, failure } = await answer
  const { error, fields } = failure()
  return [status, error, fields?.map(({ path }) => path)]
}

describe('deleting my account', () => {
  it('is for people who are signed in, who know the password and type their name', async () => {
    const { username, headers } = await createOwner(site)
    const ask = (body: unknown) => problemOf(remove(body, headers))
    expect((await remove({ username, password: ownPassword }, {})).status).toBe(401)
    expect(await ask({})).toEqual([422, 'request.invalid', ['username', 'password']])
    expect(await ask({ username: 'zhang-wei', password: ownPassword })).toEqual([
      422,
      'account.nameDiffers',
      ['username'],
    ])
    expect(await ask({ username, password: 'wrong' })).toEqual([422, 'password.wrong', ['password']])
    const both = [422, 'request.invalid', ['username', 'password']]
    expect(await ask({ username: 'zhang-wei', password: 'wrong' })).toEqual(both)
    expect(await ask({ username: 'zhang-wei', password: '' })).toEqual([
      422,
      'request.invalid',
      ['password', 'username'],
    ])
    const without = await createPerson(site)
    expect(await problemOf(remove({ username: without.username, password: ownPassword }, without.headers))).toEqual([
      422,
      'password.none',
      ['password'],
    ])
    expect((await site.get('/api/user/currentUser', headers)).data(readCurrentUser).username).toBe(username)
  })

  it('leaves one administrator: it is refused to the last one, and to one of all who go at the same moment', async () => {
    const ask = () => remove({ username: organiser.username, password: ownPassword }, organiser.headers)
    expect(await problemOf(ask())).toEqual([409, 'account.lastAdmin', undefined])
    expect((await site.get('/api/user/currentUser', organiser.headers)).data(readCurrentUser).access).toBe('admin')
    const others = await Promise.all(Array.from({ length: 3 }, () => createOwner(site, { access: 'admin' })))
    const admins = [organiser, ...others]
    const answers = await Promise.all(
      admins.map(({ username, headers }) => remove({ username, password: ownPassword }, headers)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
  })

  it('hands a team over to its next member, who is notified; and deletes invitations', async () => {
    const [current] = await site.db.select({ id: edition.id }).from(edition)
    const activityId = await createActivity(site, current!.id)
    const gather = async (who: TestPerson, name: string): Promise<Team> =>
      (await site.call('POST', '/api/teams', { headers: who.headers, body: { activityId, name, slogan: '' } })).data(
        createTeam,
      )
    const [captain, successor] = [await createOwner(site, { email: 'leaving@example.org' }), await createPerson(site)]
    const team = await gather(captain, 'Orphaned')
    await site.call('POST', `/api/joining/${team.invite!.code}`, { headers: successor.headers })
    const inviter = await createPerson(site)
    const other = await gather(inviter, 'Inviting')
    const body = { to: 'leaving@example.org', role: 'advisor' }
    await site.call('POST', `/api/teams/${other.id}/invitations`, { headers: inviter.headers, body })
    expect((await remove({ username: captain.username, password: ownPassword }, captain.headers)).status).toBe(200)
    const left = (await site.get(`/api/teams/${team.id}`, successor.headers)).data(readTeam)
    expect(left.members.map(({ uid, role }) => [uid, role])).toEqual([[successor.id, 'captain']])
    const { list } = (await site.get('/api/notices', { ...successor.headers, 'accept-language': 'en-US' })).data(
      listNotices,
    )
    expect(list.map(({ title }) => title)).toEqual(['For all', '“Orphaned” has a new captain'])
    const entries = await site.db.select({ action: audit.action }).from(audit).where(eq(audit.subjectId, team.id))
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'team.captainChanged',
      'team.created',
      'team.joined',
      'team.left',
    ])
    expect(await site.db.select().from(invitation).where(eq(invitation.teamId, other.id))).toEqual([])
  })

  describe('of somebody who was known in many places', () => {
    const everything = [
      ...Object.values(knownProfile),
      formerEmail,
      wantedEmail,
      '203.0.113.77',
      ...Object.values(secrets),
    ]
    // Codes of provinces and countries are not personal.
    const personalWords = everything.filter(
      (word) => ![knownProfile.country, knownProfile.province, knownProfile.city].includes(word),
    )
    let removal: Awaited<ReturnType<typeof remove>>
    let before: string[]
    let left: string[]

    beforeAll(async () => {
      before = await findEverywhere(personalWords)
      await createSession(site, person.id)
      site.clock.set(after(60_000))
      const led = (await site.get('/api/account/deletion', person.headers)).data(foreseeDeletion).teams
      const secondFactor = new TOTP({ secret: secrets.totpSecret }).generate({ timestamp: site.clock.now().getTime() })
      const teams = led.map(({ id }) => id)
      const body = { username: knownProfile.username, password: ownPassword, secondFactor, teams }
      removal = await remove(body, person.headers)
      left = await findEverywhere(personalWords)
    })

    it('leaves nothing that says who it was', () => {
      expect(new Set(before.map((place) => place.split(':')[0]))).toEqual(
        new Set([
          'account',
          'audit_personal',
          'code',
          'credential',
          'enrolment',
          'invitation',
          'message',
          'notice',
          'outbox',
        ]),
      )
      expect([removal.status, removal.data()]).toEqual([200, {}])
      expect(removal.headers.get('set-cookie')).toBe('lectern=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
      expect(left).toEqual([])
    })

    it('keeps a row without a person, and the consents', async () => {
      const [row] = await site.db.select().from(account).where(eq(account.id, person.id))
      const {
        id,
        username,
        locale,
        access,
        status,
        mailChoices,
        createdAt,
        updatedAt,
        search: _search,
        version,
        ...rest
      } = row!
      expect({ id, username, locale, access, status, mailChoices, createdAt, updatedAt, version }).toEqual({
        id: person.id,
        username: `deleted-${person.id}`,
        locale: 'zh-CN',
        access: 'user',
        status: 'deleted',
        mailChoices: {},
        createdAt: fixedNow,
        updatedAt: after(60_000),
        version: 3,
      })
      expect(new Set(Object.values(rest))).toEqual(new Set([null]))
      const mine = eq(consent.accountId, person.id)
      expect(await site.db.$count(consent, mine)).toBe(2)
      expect(await site.db.$count(session, eq(session.accountId, person.id))).toBe(0)
      expect(await site.db.$count(noticeRead, eq(noticeRead.accountId, person.id))).toBe(0)
      const states = await site.db.select({ state: file.state }).from(file).where(eq(file.ownerId, person.id))
      expect(states).toEqual([{ state: 'removed' }])
    })

    it('lets letters stay without a reader; those that have not left do not leave', async () => {
      const letters = await site.db
        .select({ recipient: outbox.recipient, state: outbox.state, content: outbox.content, secret: outbox.secret })
        .from(outbox)
        .where(and(inArray(outbox.id, stored.letters), lt(outbox.createdAt, after(60_000))))
        .orderBy(outbox.createdAt)
      const blotted = { recipient: '***', secret: null }
      expect(letters).toEqual([
        { ...blotted, state: 'sent', content: { purpose: '***' } },
        { ...blotted, state: 'sent', content: { username: '***' } },
        { ...blotted, state: 'sent', content: { purpose: '***' } },
        { ...blotted, state: 'expired', content: { purpose: '***' } },
      ])
    })

    it('leaves letters to others that named the person without their words', async () => {
      const letters = await site.db
        .select({ letter: outbox.letter, recipient: outbox.recipient, words: outbox.content })
        .from(outbox)
        .where(and(inArray(outbox.id, stored.letters), gte(outbox.createdAt, after(60_000))))
        .orderBy(outbox.createdAt)
      const words = { title: '***', body: '***', link: '***' }
      const joined = { letter: 'notice', words: { ...words, about: '***' } }
      const receipt = { letter: 'notice', words: { ...words, addition: '***', additionAbout: '***' } }
      const teamInvitation = {
        letter: 'teamInvitation',
        words: { activity: '***', person: '***', about: '***' },
      }
      expect(letters.map(({ recipient, ...rest }) => ({ ...rest, to: recipient.replace(/\d+/, '') }))).toEqual([
        { ...teamInvitation, to: '***' },
        { ...joined, to: 'teacher@example.org' },
        { ...receipt, to: 'teacher@example.org' },
        { ...teamInvitation, to: 'stranger@example.org' },
      ])
    })

    it('keeps what the team was told that names nobody, and the record of the contest', async () => {
      const titles = await site.db
        .select({ title: notice.title })
        .from(notice)
        .where(
          and(inArray(notice.id, stored.notices), eq(notice.kind, 'contest'), gte(notice.createdAt, after(60_000))),
        )
      expect(titles.map(({ title }) => title['en-US'])).toEqual(['Enrollment submitted: 2026-KC-0001'])
      const [kept] = await site.db
        .select({ state: enrolment.state, snapshot: enrolment.snapshot })
        .from(enrolment)
        .where(inArray(enrolment.id, stored.enrolments))
      expect([kept!.state, kept!.snapshot!.members.map(({ name }) => name)]).toEqual(['submitted', ['王芳', '']])
    })

    it('is written into the log without anything personal', async () => {
      const entries = await site.db
        .select({ action: audit.action, changes: audit.changes, content: auditPersonal.content })
        .from(audit)
        .leftJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
        .where(eq(audit.subjectId, person.id))
        .orderBy(audit.at, audit.id)
      expect(entries).toEqual([
        { action: 'account.avatarChanged', changes: null, content: null },
        { action: 'account.updated', changes: null, content: null },
        { action: 'account.enabled', changes: null, content: null },
        { action: 'account.deleted', changes: null, content: { address: null, changes: null } },
      ])
    })

    it('ends all sessions; nobody signs in to it any more', async () => {
      expect((await site.get('/api/user/currentUser', person.headers)).envelope().code).toBe(4002)
      expect(
        await problemOf(remove({ username: knownProfile.username, password: ownPassword }, person.headers)),
      ).toEqual([401, 'session.required', undefined])
      for (const identifier of [knownProfile.username, knownProfile.email, `deleted-${person.id}`]) {
        const answer = await site.call('POST', '/api/account/login', { body: { identifier, password: ownPassword } })
        expect([answer.status, answer.failure().error]).toEqual([422, 'signIn.wrong'])
      }
    })

    it('frees the name and the contacts', async () => {
      const { username, email, phone } = knownProfile
      const next = await createPerson(site, { username, email, phone })
      expect((await site.get('/api/account/consents', next.headers)).data()).toEqual({ list: [] })
    })
  })
})

describe('the captain of a participating team', () => {
  const lead = async (name: string) => {
    const [current] = await site.db.select({ id: edition.id }).from(edition)
    const activityId = await createActivity(site, current!.id, { teamMin: 1 })
    const captain = await createKnownTeacher(site)
    await givePassword(site, captain)
    const send = (path: string, body: unknown, who: TestPerson = captain) =>
      site.call('POST', path, { headers: { ...who.headers, 'accept-language': 'en-US' }, body })
    const team = (await send('/api/teams', { activityId, name, slogan: '' })).data(createTeam)
    const submit = async (): Promise<void> => {
      const { id, version } = (await send('/api/enrolments', { teamId: team.id })).data(startEnrolment)
      expect((await send(`/api/enrolments/${id}/submission`, { version })).status).toBe(200)
    }
    const typed = { username: captain.username, password: ownPassword }
    const foresee = async () => (await site.get('/api/account/deletion', captain.headers)).data(foreseeDeletion).teams
    return { captain, team, submit, send, typed, foresee }
  }

  it('is told what becomes of it, and has to confirm having read that', async () => {
    const { team, submit, send, typed, foresee } = await lead('Steered')
    expect(await foresee()).toEqual([])
    const successor = await createKnownTeacher(site, { realName: '李娜' })
    await site.call('POST', `/api/joining/${team.invite!.code}`, { headers: successor.headers })
    await submit()
    expect(await foresee()).toMatchObject([{ id: team.id, name: 'Steered', state: 'submitted', nextCaptain: '李娜' }])
    const refused = (await send('/api/account/deletion', typed)).failure()
    expect([refused.error, refused.params, refused.fields?.map(({ path }) => path)]).toEqual([
      'account.leadsTeams',
      { teams: 'Steered' },
      ['teams'],
    ])
    expect((await send('/api/account/deletion', { ...typed, teams: [team.id] })).status).toBe(200)
  })

  it('gives the second factor too, where it is on', async () => {
    const { captain, submit, team, send, typed } = await lead('Guarded')
    await submit()
    const secret = 'JBSWY3DPEHPK3PXP'
    await site.db
      .update(credential)
      .set({ totpSecret: secret, totpConfirmedAt: fixedNow })
      .where(eq(credential.accountId, captain.id))
    const confirmed = { ...typed, teams: [team.id] }
    const errorOf = async (body: object) => (await send('/api/account/deletion', body)).failure().error
    expect(await errorOf(confirmed)).toBe('secondFactor.required')
    const code = new TOTP({ secret }).generate({ timestamp: site.clock.now().getTime() })
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await errorOf({ ...confirmed, secondFactor: other })).toBe('secondFactor.wrong')
    expect((await send('/api/account/deletion', { ...confirmed, secondFactor: code })).status).toBe(200)
  })
})
