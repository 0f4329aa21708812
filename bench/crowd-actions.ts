import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { startIssue } from '@lectern/contract/certificates/certificate-office.ts'
import { listEnrolments } from '@lectern/contract/enrolments/enrolment-office.ts'
import { saveAnswers, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { AccountId, ActivityId, DocumentId, WorkId } from '@lectern/contract/ids.ts'
import { readPage } from '@lectern/contract/pages/pages.ts'
import { saveSheet } from '@lectern/contract/review/review.ts'
import { requestChallenge, requestCode, signIn, signUp } from '@lectern/contract/sign-in/sign-in.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { saveWork, submitWork } from '@lectern/contract/works/works.ts'
import { hashPassword } from '../server/features/sign-in/passwords/passwords.ts'
import { issuerOf } from '../server/testing/certificates.ts'
import { followNotices, uploadInPieces, type LiveNotices } from '../server/testing/cluster/browsers.ts'
import { createActivity, createEdition, createPhase } from '../server/testing/contest.ts'
import { followEvents } from '../server/testing/events.ts'
import { createReadyTeams, headersOfPerson, someId, type Ready } from '../server/testing/many-people.ts'
import { hashOfWhole, partUploaderOf } from '../server/testing/part-uploads.ts'
import { createPerson, english, type TestPerson } from '../server/testing/people.ts'
import { easyProof } from '../server/testing/proofs.ts'
import { openRound } from '../server/testing/rounds.ts'
import { createWorkActivity, testPart, testRules, workerOf } from '../server/testing/works.ts'
import type { MeasuredSite } from './measured-site.ts'

const megabyte = 1_000_000
const pieceBytes = 8 * megabyte
const password = 'correct horse battery'
const pages = ['/', '/News', '/EnrollFor', '/Rules']
const experts = 30
export const certificatesPerIssue = 20
const draftsAtOnce = 4

/** A text, and a film for those who hand one in. */
const workRules = {
  ...testRules,
  maxTotalMegabytes: 1_000,
  parts: [
    testPart('idea', { kind: 'text', limits: { maxCharacters: 400 } }),
    testPart('film', { kind: 'video', required: false, minFiles: 0, maxMegabytes: 500 }),
  ],
}

const text = '课堂从学生提出的问题开始，用数字工具收集证据，再由小组讨论得出结论。'.repeat(5)

/** A real film with nothing behind it, up to this size. */
const filmOf = async (bytes: number): Promise<Buffer> => {
  const lesson = await readFile(join(import.meta.dirname, '../server/testing/media/lesson.mp4'))
  const rest = Buffer.alloc(bytes - lesson.length, 'lectern')
  rest.writeUInt32BE(rest.length, 0)
  rest.write('free', 4, 'latin1')
  return Buffer.concat([lesson, rest])
}

/** Each taken once, in order. */
const supply = <Item>(items: readonly Item[], name: string) => {
  let position = 0
  return (): Item => {
    const item = items[position]
    if (item === undefined) throw new Error(`all ${items.length} of ${name} are used up`)
    position += 1
    return item
  }
}

/** Addresses of visitors without a session, so that limits of one network do not apply. */
const visitorHeaders = (() => {
  let count = 0
  return (): Record<string, string> => {
    count += 1
    return { 'x-forwarded-for': `172.${16 + (count >> 16)}.${(count >> 8) & 255}.${count & 255}` }
  }
})()

const personOf = (number: number) => ({ headers: headersOfPerson(number) }) as TestPerson

/** The draft of a work, with what its captain has seen of it. */
interface Draft {
  id: WorkId
  version: number
  captain: number
  names: { uid: AccountId; name: string }[]
}

interface Sizes {
  /** Teams with a draft of an enrolment, each saved or submitted once. */
  enrolments: number
  /** Teams with a draft of a work, each saved, submitted or given a film once. */
  works: number
}

/** People who are signed in, with a password, and who have agreed to everything. */
const admitPeople = async ({ connection: { pool } }: MeasuredSite): Promise<DocumentId[]> => {
  await pool.query(
    `insert into credential (account_id, password, password_changed_at) select id, $1, now() from account`,
    [await hashPassword(password)],
  )
  await pool.query(`
    insert into consent (account_id, document_id, locale, given_at)
    select account.id, document.id, 'zh-CN', now() from account cross join document where document.name <> 'pledge'`)
  const { rows } = await pool.query<{ id: DocumentId }>(`select id from document where name <> 'pledge'`)
  return rows.map(({ id }) => id)
}

const approveAll = ({ connection: { pool } }: MeasuredSite, activityId: ActivityId) =>
  pool.query(
    `update enrolment set state = 'approved', number = 'B-' || n, sequence = n, submitted_at = now(), decided_at = now()
     from (select id, row_number() over (order by id) as n from enrolment where activity_id = $1) as numbered
     where numbered.id = enrolment.id`,
    [activityId],
  )

/** A contest in which everybody of the crowd has something to do. */
const createContest = async (measured: MeasuredSite, sizes: Sizes) => {
  const { site, connection } = measured
  const { pool } = connection
  const consents = await admitPeople(measured)
  const organiser = await createPerson(site, { access: 'admin' })
  const editionId = await createEdition(site)
  await createPhase(site, editionId, { kind: 'submission' })
  const label = { 'zh-CN': '想法', 'en-US': 'Idea' }
  const enrolling = await createActivity(site, editionId, {
    fields: [{ id: 'idea', type: 'text', label, help: {}, required: true, personal: false }],
  })
  const working = await createActivity(site, editionId, { workRules })
  const judged = await createWorkActivity(site, editionId)
  const round = await openRound(site, { editionId, activityId: judged, organiser, works: experts, experts })
  for (const table of ['phase', 'round'])
    await pool.query(`update ${table} set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days'`)
  const enrolments = await createReadyTeams(pool, enrolling, { count: sizes.enrolments })
  await pool.query(`update enrolment set answers = $2 where activity_id = $1`, [enrolling, { idea: text }])
  const ready = await createReadyTeams(pool, working, { from: sizes.enrolments + 1, count: sizes.works })
  await approveAll(measured, working)
  await pool.query('vacuum analyze')
  const judges = round.experts.map(({ person, reviewerId }) => {
    const { entryId } = round.assignments.find((assignment) => assignment.reviewerId === reviewerId)!
    return { person, code: round.works.find((work) => work.entryId === entryId)!.code, version: 0 }
  })
  return { organiser, editionId, enrolling, consents, enrolments, ready, judges }
}

/** What people of the crowd and the office do, once for each call. */
export const prepareCrowd = async (measured: MeasuredSite, sizes: Sizes) => {
  const { site, connection, postbox } = measured
  const contest = await createContest(measured, sizes)
  const office = await issuerOf(site, contest.organiser)
  const nextEnrolment = supply(contest.enrolments, 'drafts of enrolments')
  const nextReady = supply(contest.ready, 'teams that may hand in works')
  const members = contest.enrolments.length + contest.ready.length
  const turns = { page: 0, member: 0, expert: 0, name: 0, issue: 0, notice: 0 }
  const nextMember = (): number => (turns.member++ % members) + 1

  const read = async (path: string, headers: Record<string, string>): Promise<void> => {
    const { status } = await site.get(path, headers)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }

  const publicPage = (): Promise<void> =>
    read(pages[turns.page++ % pages.length]!, { ...visitorHeaders(), 'accept-encoding': 'br' })

  /** The page with what its browser asks for, the stream of live notices among it. */
  const welcome = async (): Promise<void> => {
    const { headers } = personOf(nextMember())
    await read('/Welcome', headers)
    await Promise.all([
      site.ask(readCurrentUser, { headers }),
      site.ask(listOwnTasks, { headers }),
      site.ask(readPage, { headers, params: { name: 'Welcome' } }),
    ])
    const stream = await followEvents(site, '/api/notices/live', headers)
    await stream.next()
    await stream.leave()
  }

  const codeFor = async (contact: string): Promise<string> => {
    for (let left = 600; left > 0; left -= 1) {
      const mail = postbox.mails.find(({ to }) => to === contact)
      if (mail) return /\b\d{6}\b/.exec(mail.text)![0]
      await sleep(50)
    }
    throw new Error(`no code came to ${contact}`)
  }

  const register = async (): Promise<void> => {
    const name = `new${turns.name++}`
    const headers = visitorHeaders()
    const contact = `${name}@example.org`
    await site.ask(requestChallenge, { headers, body: { purpose: 'code' } })
    await site.ask(requestCode, { headers, body: { purpose: 'signUp', contact, proof: await easyProof(site, 'code') } })
    const code = await codeFor(contact)
    await site.ask(requestChallenge, { headers, body: { purpose: 'signUp' } })
    const proof = await easyProof(site, 'signUp')
    const body = { username: name, password, contact, code, consents: contest.consents, proof }
    await site.ask(signUp, { headers, body })
  }

  const comeIn = async (): Promise<void> => {
    const body = { identifier: `crowd-${nextMember()}`, password }
    await site.ask(signIn, { headers: visitorHeaders(), body })
  }

  const saveEnrolment = async (): Promise<void> => {
    const { id, captain } = nextEnrolment()
    const body = { version: 1, answers: { idea: `${text} ${captain}` } }
    await site.ask(saveAnswers, { headers: headersOfPerson(captain), params: { id }, body })
  }

  const sendEnrolment = async ({ id, captain }: Ready): Promise<void> => {
    await site.ask(submitEnrolment, { headers: headersOfPerson(captain), params: { id }, body: { version: 1 } })
  }

  const saveDraft = async ({ id, version, captain, names }: Draft) => {
    const body = {
      version,
      title: `空间与图形 ${captain}`,
      summary: '一节课',
      values: { idea: text },
      names,
      agreed: workRules.declarations.map((declaration) => declaration.id),
    }
    return (await site.ask(saveWork, { headers: headersOfPerson(captain), params: { id }, body })).data
  }

  /** Drafts of works, begun before anything is measured. */
  const createDrafts = async (count: number, isFilled: boolean) => {
    const drafts: Draft[] = []
    const begin = async (): Promise<void> => {
      const { id: enrolmentId, captain } = nextReady()
      const { id, version, names } = await workerOf(site, personOf(captain)).start(enrolmentId)
      const draft = { id, version, captain, names: names.map(({ uid, name }) => ({ uid, name })) }
      drafts.push(isFilled ? { ...draft, version: (await saveDraft(draft)).version } : draft)
    }
    const lane = async (first: number): Promise<void> => {
      for (let position = first; position < count; position += draftsAtOnce) await begin()
    }
    await Promise.all(Array.from({ length: draftsAtOnce }, (_, first) => lane(first)))
    return supply(drafts, 'drafts of works')
  }

  const sendWork = async ({ id, version, captain }: Draft): Promise<void> => {
    await site.ask(submitWork, { headers: headersOfPerson(captain), params: { id }, body: { version, files: [] } })
  }

  const uploadTo = async ({ id, captain }: Draft, content: Buffer): Promise<void> => {
    const pieces = Math.ceil(content.length / pieceBytes)
    const target = { work: id, part: 'film' }
    await uploadInPieces(site, personOf(captain), { purpose: 'work', name: 'film.mp4', target, content, pieces })
  }

  /** To a bucket, each part by a link of its own. */
  const sendInParts = async ({ id, captain }: Draft, content: Buffer): Promise<void> => {
    const parts = partUploaderOf(site, personOf(captain))
    const begun = await parts.begin({ work: id, part: 'film' }, content.length, 'film.mp4')
    if (begun.partBytes === 0) throw new Error(`a film does not go to the bucket: ${begun.answer.text}`)
    await parts.sendParts(begun, content)
    await parts.complete(begun.id, hashOfWhole(content))
  }

  const score = async (): Promise<void> => {
    const judge = contest.judges[turns.expert++ % contest.judges.length]!
    const scores = { design: (judge.version % 60) * 100 }
    const body = { version: judge.version, scores, comment: text, remark: '', notes: [], places: {}, seconds: 2 }
    const headers = english(judge.person)
    judge.version = (await site.ask(saveSheet, { headers, params: { code: judge.code }, body })).data.version
  }

  const listOffice = async (): Promise<void> => {
    const query = { activity: contest.enrolling, pageSize: '20' }
    await site.ask(listEnrolments, { headers: english(contest.organiser), query })
  }

  /** An issue, until all are printed. */
  const issueCertificates = async (): Promise<void> => {
    const turn = turns.issue++
    const source = { from: 'sheet' as const, edition: contest.editionId, activity: contest.enrolling }
    const { id } = await office.create('award', source)
    const lines = Array.from({ length: certificatesPerIssue }, (_, row) => `欧阳${turn}号${row},一等奖,光的折射 ${row}`)
    const headers = { ...english(contest.organiser), 'content-type': 'text/csv' }
    const body = ['姓名,奖项,作品名称', ...lines].join('\n')
    await site.call('POST', `/api/certificate-issues/${id}/sheet?dryRun=false`, { headers, body })
    const { version } = await office.read(id)
    await site.ask(startIssue, { ...office.as, params: { id }, body: { version } })
    // Asked of the database: screens ask less often.
    for (let left = 600; left > 0; left -= 1) {
      await sleep(1_000)
      const { rows } = await connection.pool.query(`select from certificate_issue where id = $1 and state = 'issued'`, [
        id,
      ])
      if (rows.length > 0) return
    }
    throw new Error('certificates were not issued')
  }

  const followers = new Map<number, LiveNotices>()
  const follow = async (captain: number): Promise<void> => {
    followers.set(captain, followNotices(site, personOf(captain)))
    await sleep(20)
  }

  const insertNotice = (captain: number) =>
    connection.pool.query(
      `insert into notice (id, audience, account_id, kind, title, body, created_at)
       select ${someId}, 'account', id, 'contest', $2, $2, now() from account where username = 'crowd-' || $1::text`,
      [captain, { 'zh-CN': '通知', 'en-US': 'Notice' }],
    )

  const leaveNotice = () => insertNotice(nextMember())

  /** A notice for somebody whose window is open, until it is there. */
  const tell = async (): Promise<void> => {
    const [captain, stream] = [...followers][turns.notice % followers.size]!
    const heard = Math.floor(turns.notice++ / followers.size) + 1
    await insertNotice(captain)
    await stream.hears(heard)
  }

  return {
    filmOf,
    nextEnrolment,
    createDrafts,
    publicPage,
    welcome,
    register,
    comeIn,
    saveEnrolment,
    sendEnrolment,
    saveDraft,
    sendWork,
    uploadTo,
    sendInParts,
    score,
    listOffice,
    issueCertificates,
    follow,
    leaveNotice,
    tell,
    everybodyHears: async (count: number): Promise<void> => {
      await Promise.all([...followers.values()].map((stream) => stream.hears(count)))
    },
    stopFollowing: async (): Promise<void> => {
      await Promise.all([...followers.values()].map((stream) => stream.leave()))
      followers.clear()
      turns.notice = 0
    },
  }
}

export type CrowdActions = Awaited<ReturnType<typeof prepareCrowd>>
