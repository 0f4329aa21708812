import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@lectern/contract/review.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, createSession, english, type TestPerson } from '../../testing/people.ts'
import {
  acceptWork,
  createExpert,
  moveStoredRound,
  openRound,
  storeAssignment,
  storeEntry,
} from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity, testPart } from '../../testing/works.ts'
import { usualRules } from '@lectern/contract/work-values.ts'

let site: TestSite
let other: TestSite
let round: Awaited<ReturnType<typeof openRound>>
let expert: TestPerson

beforeAll(async () => {
  // Two processes with the same files.
  const config = { dataDirectory: await mkdtemp(join(tmpdir(), 'lectern-desk-')) }
  site = await startSite({ config })
  other = await startSite({ config, databaseUrl: site.databaseUrl, clock: site.clock })
  const editionId = await createEdition(site)
  const rules = {
    ...usualRules,
    blind: false,
    parts: [testPart('plan', { maxMegabytes: 100, maxFiles: 3 })],
    declarations: [],
  }
  const activityId = await createWorkActivity(site, editionId, { rules })
  round = await openRound(site, { editionId, activityId, works: 0, experts: 2 })
  expert = round.experts[0]!.person
}, 60_000)
afterAll(async () => {
  await other.close()
  await site.close()
})

/** Too much for the buffers between the two ends. */
const large = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(40_000_000, 'x'), Buffer.from('\n%%EOF\n')])

const deal = async (content = Buffer.from('%PDF-1.4\nplan\n%%EOF\n')) => {
  const { workId } = await acceptWork(site, round.activityId, round.organiser, { content })
  const { id, code } = await storeEntry(site, round.roundId, workId)
  const { id: assignmentId } = await storeAssignment(site, round.roundId, id, round.experts[0]!.reviewerId)
  const { data } = await site.ask(contract.readDeskWork, { headers: english(expert), params: { code } })
  return { code, assignmentId, file: data.parts[0]!.files[0]! }
}

const fetchFile = (
  address: string,
  person: TestPerson | undefined,
  headers: Record<string, string> = {},
  from = site,
) => fetch(from.url + address, { headers: { ...person?.headers, ...headers } })

test('a file has a neutral name, is sent in ranges, and is stored nowhere', async () => {
  const { file } = await deal()
  expect(file).toMatchObject({ number: 1, name: 'plan-1.pdf', type: 'application/pdf' })
  const part = await fetchFile(file.address, expert, { range: 'bytes=0-3' })
  expect([part.status, await part.text()]).toEqual([206, '%PDF'])
  expect(part.headers.get('cache-control')).toBe('no-store')
  const again = await fetchFile(file.address, expert, { range: 'bytes=0-3', 'if-range': part.headers.get('etag')! })
  expect(again.status).toBe(206)
})

test('the address opens nothing for anybody else, and nothing after the assignment', async () => {
  const { file, code, assignmentId } = await deal()
  const statuses = async () => {
    const people = [
      undefined,
      round.organiser,
      await createPerson(site),
      round.experts[1]!.person,
      await createExpert(site),
    ]
    return Promise.all(people.map(async (person) => (await fetchFile(file.address, person)).status))
  }
  expect(await statuses()).toEqual([401, 403, 403, 404, 404])
  expect((await fetchFile(file.address.replace(/\d+$/, '2'), expert)).status).toBe(404)
  await site.pool.query(`update reviewer set pledge = null, pledged_at = null where account_id = $1`, [expert.id])
  expect((await fetchFile(file.address, expert)).status).toBe(403)
  await site.pool.query(`update reviewer set pledge = 1, pledged_at = now() where account_id = $1`, [expert.id])
  await moveStoredRound(site, round.roundId, 'settled')
  expect((await fetchFile(file.address, expert)).status).toBe(409)
  await moveStoredRound(site, round.roundId, 'open')
  expect((await fetchFile(file.address, expert)).status).toBe(200)
  const headers = english(expert)
  await site.ask(contract.declineWork, { headers, params: { code }, body: { kind: 'unable', reason: 'Too far off' } })
  expect((await fetchFile(file.address, expert)).status).toBe(404)
  const { rows } = await site.pool.query<{ token: string }>(`select token from assignment where id = $1`, [
    assignmentId,
  ])
  expect(file.address).not.toContain(rows[0]!.token)
})

/** Reads a little, then waits until the stream breaks; returns how many bytes came in all. */
const readUntilBroken = async (answer: Response, end: () => Promise<unknown>): Promise<number> => {
  const reader = answer.body!.getReader()
  let bytes = (await reader.read()).value!.length
  await end()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length
      // As slow as a film that is being watched.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch {
    return bytes
  }
  return bytes
}

test('a file that is being sent ends with the assignment, in every process', async () => {
  const { file, assignmentId } = await deal(large)
  const answers = await Promise.all([fetchFile(file.address, expert), fetchFile(file.address, expert, {}, other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const end = () => site.pool.query(`update assignment set state = 'removed' where id = $1`, [assignmentId])
  const bytes = await Promise.all(answers.map((answer) => readUntilBroken(answer, end)))
  for (const read of bytes) expect(read).toBeLessThan(large.length)
})

test('a file that is being sent ends with the session', async () => {
  const { file } = await deal(large)
  const { headers, sessionId } = await createSession(site, expert.id)
  const answer = await fetchFile(file.address, { ...expert, headers })
  const end = () => site.pool.query(`delete from session where id = $1`, [sessionId])
  expect(await readUntilBroken(answer, end)).toBeLessThan(large.length)
})
