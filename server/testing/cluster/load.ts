import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { readIssue, startIssue } from '@lectern/contract/certificates/certificate-office.ts'
import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { saveAnswers, startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { CertificateIssueId, EnrolmentId, WorkId } from '@lectern/contract/ids.ts'
import { saveSheet } from '@lectern/contract/review/review.ts'
import { signIn, signOut } from '@lectern/contract/sign-in/sign-in.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { writePdf } from '../../database/seed/attachments/pdf.ts'
import { issuerOf } from '../certificates.ts'
import { createKnownTeacher } from '../contest.ts'
import { ownPassword } from '../owners.ts'
import { english, type TestPerson } from '../people.ts'
import type { TestSite } from '../site.ts'
import { workerOf } from '../works.ts'
import { followNotices, uploadInPieces } from './browsers.ts'
import type { Contest, Judge } from './contest.ts'

/** What the site has told its users. */
export interface Told {
  enrolments: { id: EnrolmentId; number: string; idea: string }[]
  works: { id: WorkId; title: string; sha256: string }[]
  /** By username: the last version that was saved, and its points. */
  sheets: Map<string, { version: number; design: number }>
  /** By username: the hash of the session that has not been ended. */
  sessions: Map<string, string>
  issues: { id: CertificateIssueId; names: string[] }[]
}

const sum = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** How many teams take part at the same time. */
const teams = 2
const namesPerIssue = 12

/** People use a site until they are told to stop; each finishes what they have begun. */
export const startLoad = (site: TestSite, { organiser, editionId, activityId, owners, consents }: Contest) => {
  const told: Told = { enrolments: [], works: [], sheets: new Map(), sessions: new Map(), issues: [] }
  const failures: string[] = []
  let isOver = false

  const repeat = async (pause: number, step: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      await step(turn).catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)))
      await sleep(pause)
    }
  }

  const approve = async (id: EnrolmentId, version: number): Promise<void> => {
    const body = { enrolments: [{ id, version }], decision: 'approved' as const }
    const { outcomes } = (await site.ask(decideEnrolments, { headers: english(organiser), body })).data
    if (outcomes[0]?.refusal) throw new Error(outcomes[0].refusal)
  }

  /** A draft is saved twice and submitted; the notice of that comes live. */
  const enrol = async (captain: TestPerson, name: string) => {
    const as = { headers: english(captain) }
    const team = (await site.ask(createTeam, { ...as, body: { activityId, name, slogan: '' } })).data
    const { id, ...draft } = (await site.ask(startEnrolment, { ...as, body: { teamId: team.id } })).data
    let { version } = draft
    let idea = ''
    for (const turn of [1, 2]) {
      idea = `${name}, version ${turn}`
      const body = { version, answers: { idea } }
      version = (await site.ask(saveAnswers, { ...as, params: { id }, body })).data.version
    }
    const sent = (await site.ask(submitEnrolment, { ...as, params: { id }, body: { version } })).data
    told.enrolments.push({ id, number: sent.number!, idea })
    return sent
  }

  const submitWork = async (captain: TestPerson, enrolmentId: EnrolmentId, title: string): Promise<void> => {
    const worker = workerOf(site, captain)
    const { id } = await worker.start(enrolmentId)
    const content = writePdf(`# ${title}\n${'- The lesson goes on\n'.repeat(30)}`)
    const target = { work: id, part: 'plan' }
    await uploadInPieces(site, captain, { purpose: 'work', name: 'plan.pdf', target, content, pieces: 3 })
    const { problems } = (await worker.fill(id, { title })).data
    if (problems.length > 0) throw new Error(`${title} is not complete: ${problems[0]!.message}`)
    const { submissions } = (await worker.submit(id)).data
    if (submissions.length !== 1) throw new Error(`${submissions.length} submissions of ${title}`)
    told.works.push({ id, title, sha256: sum(content) })
  }

  let count = 0
  const takePart = async (): Promise<void> => {
    count += 1
    const name = `Team ${count}`
    const captain = await createKnownTeacher(site)
    const notices = followNotices(site, captain)
    try {
      const { id, version } = await enrol(captain, name)
      await notices.hears(1)
      await approve(id, version)
      await submitWork(captain, id, `Work of ${name}`)
    } finally {
      await notices.leave()
    }
  }

  const score = async ({ person, code }: Judge): Promise<void> => {
    const { version } = told.sheets.get(person.username) ?? { version: 0 }
    const design = (version % 60) * 100
    const body = { version, scores: { design }, comment: '', remark: '', notes: [], places: {}, seconds: 0 }
    const saved = (await site.ask(saveSheet, { headers: english(person), params: { code }, body })).data
    told.sheets.set(person.username, { version: saved.version, design })
  }

  /** Signs in, and ends the session that an earlier turn has left. */
  const comeAndGo = async (owner: TestPerson, former: string | undefined): Promise<string> => {
    const answer = await site.ask(signIn, { body: { identifier: owner.username, password: ownPassword, consents } })
    if (answer.data.uid !== owner.id) throw new Error(`${owner.username} is ${answer.data.uid}`)
    const [cookie = ''] = answer.headers.get('set-cookie')!.split(';')
    // Any process knows the session that one of them has begun.
    const user = (await site.ask(readCurrentUser, { headers: { cookie } })).data
    if (user.uid !== owner.id) throw new Error(`the session of ${owner.username} is of ${user.uid}`)
    if (former !== undefined) await site.ask(signOut, { headers: { cookie: former } })
    told.sessions.set(owner.username, sum(cookie.slice(cookie.indexOf('=') + 1)))
    return cookie
  }

  const issue = async (office: Awaited<ReturnType<typeof issuerOf>>, turn: number): Promise<void> => {
    const names = Array.from({ length: namesPerIssue }, (_, index) => `欧阳${turn}${String(index).padStart(2, '0')}`)
    const { id } = await office.create('award', { from: 'sheet', edition: editionId, activity: activityId })
    const sheet = ['姓名,奖项,作品名称', ...names.map((name) => `${name},一等奖,光`)].join('\n')
    const headers = { ...english(organiser), 'content-type': 'text/csv' }
    await site.call('POST', `/api/certificate-issues/${id}/sheet?dryRun=false`, { headers, body: sheet })
    const { version } = await office.read(id)
    const started = (await site.ask(startIssue, { ...office.as, params: { id }, body: { version } })).data
    told.issues.push({ id, names })
    for (let left = 600, state = started.state; state !== 'issued'; left -= 1) {
      if (left === 0) throw new Error(`certificates are still ${state}`)
      await sleep(500)
      state = (await site.ask(readIssue, { ...office.as, params: { id } })).data.state
    }
  }

  const users = [
    ...Array.from({ length: teams }, () => repeat(1_000, takePart)),
    ...owners.map(async (owner) => {
      let session: string | undefined
      await repeat(1_000, async () => {
        session = await comeAndGo(owner, session)
      })
    }),
    issuerOf(site, organiser).then((office) => repeat(1_500, (turn) => issue(office, turn))),
  ]

  return {
    told,
    failures,
    /** From now on experts score works, too. */
    judge: (experts: readonly Judge[]): void => {
      users.push(...experts.map((expert) => repeat(300, () => score(expert))))
    },
    stop: async (): Promise<void> => {
      isOver = true
      await Promise.all(users)
    },
  }
}
