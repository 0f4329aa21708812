import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { createKnownPerson, formerEmail, knownProfile, secrets, wantedEmail } from '../../testing/known-person.ts'
import { createOwner } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { file } from '../files/tables.ts'

let site: TestSite
let person: TestPerson

beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
  const organiser = await createOwner(site, { access: 'admin' })
  person = await createKnownPerson(site, organiser)
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const exportPath = '/api/account/data'

describe('an export of my data', () => {
  it('is for people who are signed in', async () => {
    expect((await site.get(exportPath)).status).toBe(401)
  })

  it('holds everything about the person, and nothing secret', async () => {
    const [picture] = await site.db.select().from(file).where(eq(file.ownerId, person.id))
    const answer = await site.get(exportPath, person.headers)
    expect(answer.status).toBe(200)
    const at = (milliseconds: number): string => after(milliseconds).toISOString()
    const minute = (minutes: number): string => at(minutes * 60_000)
    const letter = { channel: 'mail', recipient: knownProfile.email, locale: 'en-US', state: 'sent' }
    const data = answer.json() as { actions: { at: string; action: string }[] }
    // Actions of the same moment have no order.
    const actions = data.actions.toSorted((a, b) => b.at.localeCompare(a.at) || a.action.localeCompare(b.action))
    // Parts of features that have nothing about this person.
    const empty = Object.fromEntries(
      Object.entries(data).filter(([, part]) => Array.isArray(part) && part.length === 0),
    )
    expect({ ...data, actions }).toEqual({
      ...empty,
      institution: null,
      duties: null,
      exportedAt: at(0),
      account: {
        uid: person.id,
        ...knownProfile,
        locale: 'en-US',
        access: 'user',
        status: 'active',
        mailChoices: { contest: false },
        createdAt: at(0),
        updatedAt: at(0),
        passwordChangedAt: at(0),
        secondFactorSince: at(1_000),
      },
      sessions: [
        {
          createdAt: at(0),
          seenAt: at(0),
          expiresAt: at(30 * 86_400_000),
          remembered: true,
          address: '127.0.0.1',
          userAgent: 'test',
        },
      ],
      cases: [],
      certificateCorrections: [],
      certificates: [],
      consents: [
        { document: 'privacy', version: 1, locale: 'en-US', givenAt: at(0), title: 'Privacy Policy' },
        { document: 'terms', version: 1, locale: 'en-US', givenAt: at(0), title: 'Terms of Use' },
      ],
      works: [],
      notices: [
        {
          kind: 'contest',
          createdAt: minute(6),
          readAt: null,
          title: 'Enrollment submitted: 2026-KC-0001',
          body: 'The team “Lanterns” has submitted its enrollment in “Course Innovation”. Number 2026-KC-0001, May 20, 2031, 20:06 (Beijing time). You will be notified of the decision.',
        },
        { kind: 'announcement', createdAt: at(1_000), readAt: at(2_000), title: 'For all', body: 'Hello' },
        { kind: 'account', createdAt: at(0), readAt: null, title: 'For Weiwei-nick', body: 'Welcome, Weiwei-nick' },
      ],
      letters: [
        { ...letter, locale: 'zh-CN', createdAt: minute(2), sentAt: at(0), subject: '王** 邀请您组队参赛' },
        { ...letter, state: 'waiting', createdAt: at(4_000), sentAt: null, subject: 'Your code to sign in' },
        { ...letter, state: 'failed', createdAt: at(3_000), sentAt: at(3_000), subject: 'Your code to sign in' },
        {
          ...letter,
          recipient: wantedEmail,
          createdAt: at(2_000),
          sentAt: at(2_000),
          subject: 'Your code to change your contact details',
        },
        {
          ...letter,
          recipient: formerEmail,
          createdAt: at(1_000),
          sentAt: at(1_000),
          subject: 'An account has been created for you',
        },
        { ...letter, createdAt: at(0), sentAt: at(0), subject: 'Your code to create an account' },
      ],
      messages: [
        {
          reference: 'K7MQ3XVP',
          name: knownProfile.realName,
          contact: knownProfile.phone,
          subject: 'Enrolling',
          body: 'When does it open?',
          state: 'new',
          createdAt: at(0),
        },
      ],
      profile: null,
      actions: [
        { at: minute(8), action: 'invitation.sent', isOwn: true, address: '127.0.0.1' },
        { at: minute(7), action: 'team.created', isOwn: true, address: '127.0.0.1' },
        { at: minute(3), action: 'invitation.accepted', isOwn: true, address: '127.0.0.1' },
        { at: minute(3), action: 'team.joined', isOwn: true, address: '127.0.0.1' },
        { at: at(2_000), action: 'account.enabled', isOwn: false, address: null },
        { at: at(1_000), action: 'account.updated', isOwn: true, address: '203.0.113.77' },
        { at: at(0), action: 'account.avatarChanged', isOwn: true, address: '127.0.0.1' },
      ],
      files: [
        {
          purpose: 'avatar',
          name: 'avatar.webp',
          type: 'image/webp',
          size: picture!.size,
          createdAt: at(0),
          address: `http://localhost:8000/api/files/${picture!.id}`,
        },
      ],
      startedTasks: [],
      teams: [
        {
          name: 'Kites',
          slogan: '',
          activity: 'Course Innovation',
          role: 'captain',
          joinedAt: minute(7),
          createdAt: minute(7),
          people: [{ name: knownProfile.realName, role: 'captain', school: knownProfile.school, joinedAt: minute(7) }],
        },
        {
          name: 'Lanterns',
          slogan: 'Shine',
          activity: 'Course Innovation',
          role: 'member',
          joinedAt: minute(3),
          createdAt: minute(1),
          people: [
            { name: '王芳', role: 'captain', school: '江州一中', joinedAt: minute(1) },
            { name: knownProfile.realName, role: 'member', school: knownProfile.school, joinedAt: minute(3) },
          ],
        },
      ],
      organisedActivities: [],
      invitations: {
        received: [
          {
            team: 'Lanterns',
            activity: 'Course Innovation',
            role: 'member',
            state: 'accepted',
            invitedBy: '王芳',
            createdAt: minute(2),
            expiresAt: minute(2 + 14 * 24 * 60),
            decidedAt: minute(3),
          },
        ],
        sent: [
          {
            team: 'Kites',
            activity: 'Course Innovation',
            role: 'advisor',
            state: 'pending',
            to: 's***@example.org',
            createdAt: minute(8),
            expiresAt: minute(8 + 14 * 24 * 60),
            decidedAt: null,
          },
        ],
      },
      enrolments: [
        {
          team: 'Lanterns',
          activity: 'Course Innovation',
          number: '2026-KC-0001',
          state: 'submitted',
          amendment: null,
          answers: [
            { question: 'Stage', answer: 'Middle school', value: 'middle' },
            { question: 'gone', answer: 'Kept', value: 'Kept' },
          ],
          sentTeam: {
            name: 'Lanterns',
            slogan: 'Shine',
            institution: null,
            people: [
              { name: '王芳', role: 'captain', school: '江州一中', department: '数学组', title: '教师' },
              {
                name: knownProfile.realName,
                role: 'member',
                school: knownProfile.school,
                department: knownProfile.department,
                title: knownProfile.title,
              },
            ],
          },
          submittedAt: minute(6),
          resubmitBy: null,
          decidedAt: null,
          reason: null,
          waitingSince: null,
          placeOfferedUntil: null,
          createdAt: minute(4),
          updatedAt: minute(6),
          events: [{ at: minute(6), state: 'submitted', by: '王芳', reason: null }],
        },
      ],
      openingWishes: [],
    })
    const others = ['stranger@', 'teacher1@example.org', '+8613900000001']
    const hidden = [...Object.values(secrets), 'argon2', '198.51.100.9', ...others]
    expect(hidden.filter((secret) => answer.text.includes(secret))).toEqual([])
  })

  it('is a file to store, named in the language of the person', async () => {
    const reader = await createPerson(site, { locale: 'zh-CN' })
    const { headers } = await site.get(exportPath, reader.headers)
    expect(['content-type', 'content-disposition', 'cache-control'].map((name) => headers.get(name))).toEqual([
      'application/json; charset=utf-8',
      `attachment; filename="____-2031-05-20.json"; filename*=UTF-8''${encodeURIComponent('我的数据-2031-05-20.json')}`,
      'no-store',
    ])
  })

  it('changes nothing', async () => {
    site.statements.length = 0
    await site.get(exportPath, person.headers)
    expect(site.statements.filter((statement) => !/^\s*select/i.test(statement))).toEqual([])
  })
})
