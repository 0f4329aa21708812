import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { loadSecrets } from '../../../platform/secrets.ts'
import { throttle } from '../../../platform/tables.ts'
import { receiveCode } from '../../../testing/codes.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { askedStep, easyProof, refusal, solve } from '../../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'
import { countedName, takeAttempt } from './limits.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

const path = '/api/account/login'

interface Attempt {
  identifier: string
  password?: string
  proof?: string
}

const signIn = (attempt: Attempt, headers: Record<string, string> = {}, at: TestSite = site): Promise<Answer> =>
  at.call('POST', path, { body: { password: ownPassword, ...attempt }, headers })

const failAt = (identifier: string, at: TestSite = site): Promise<Answer> =>
  signIn({ identifier, password: 'not this one' }, {}, at)

const wrong = { status: 422, error: 'signIn.wrong', at: ['password'] }
const proofRequired = { status: 422, error: 'proof.required' }

let count = 0
const createReader = async () => {
  count += 1
  const contacts = { email: `member-${count}@example.org`, phone: `+86139001390${String(count).padStart(2, '0')}` }
  return { ...contacts, ...(await createOwner(site, { username: `Member-${count}`, ...contacts })) }
}

const contextOf = async (): Promise<Ctx> =>
  ({ db: site.db, now: site.clock.now(), installation: { secrets: await loadSecrets(site.db) } }) as Ctx

const useUpTries = async (key: string): Promise<void> => {
  const ctx = await contextOf()
  for (let used = 0; used < 20; used += 1) await takeAttempt(ctx, key)
}

describe('after three failures at a name', () => {
  test('a proof of work is asked for, and is enough', async () => {
    const { username } = await createReader()
    for (let failed = 0; failed < 3; failed += 1) expect(refusal(await failAt(username))).toEqual(wrong)
    expect(refusal(await failAt(username))).toEqual(proofRequired)
    expect(refusal(await signIn({ identifier: username }))).toEqual(proofRequired)
    const proof = await solve(site, 'signIn', username)
    expect((await signIn({ identifier: username, proof })).status).toBe(200)
  })

  test('nobody sees from outside that the owner has signed in', async () => {
    const { username } = await createReader()
    for (const identifier of [username, 'nobody-here'])
      for (let failed = 0; failed < 9; failed += 1)
        await signIn({ identifier, password: 'not this one', proof: await easyProof(site, 'signIn') })
    expect((await signIn({ identifier: username, proof: await easyProof(site, 'signIn') })).status).toBe(200)
    expect(await askedStep(site, 'signIn', username)).toBe(2)
    expect(await askedStep(site, 'signIn', 'nobody-here')).toBe(2)
  })

  test('nor that another name is the same person’s', async () => {
    const { username, email, phone } = await createReader()
    for (let failed = 0; failed < 3; failed += 1) await failAt(username)
    for (const identifier of [email, phone]) expect(refusal(await failAt(identifier))).toEqual(wrong)
    expect(refusal(await failAt(username.toUpperCase()))).toEqual(proofRequired)
  })

  test('a name that nobody has asks for it too, in whatever letters', async () => {
    for (const identifier of ['no-such-name', 'NO-SUCH-NAME', 'ｎｏ-such-name']) await failAt(identifier)
    expect(refusal(await failAt('No-Such-Name'))).toEqual(proofRequired)
  })

  test('every program of the installation asks for it', async () => {
    const { username } = await createReader()
    const other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
    for (const at of [site, other, site]) await failAt(username, at)
    expect(refusal(await failAt(username, other))).toEqual(proofRequired)
    await other.close()
  })

  test('no more go through at the same moment than one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, position) => signIn({ identifier: `crowd-${position}`, password: 'x' })),
    )
    const errors = answers.map((answer) => (refusal(answer) as { error: string }).error)
    expect(errors.filter((error) => error === 'signIn.wrong')).toHaveLength(20)
    expect(errors.filter((error) => error === 'proof.required')).toHaveLength(20)
  })

  test('headers set by the client make no difference', async () => {
    for (let failed = 0; failed < 20; failed += 1) {
      const forged = `203.0.113.${failed}`
      await signIn(
        { identifier: `nobody-${failed}`, password: 'x' },
        { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged },
      )
    }
    const answer = await signIn({ identifier: 'nobody-new' }, { 'x-forwarded-for': '198.51.100.7' })
    expect(refusal(answer)).toEqual(proofRequired)
  })

  test('the work becomes harder with every three more', async () => {
    const { username } = await createReader()
    const steps = []
    for (let failed = 0; failed < 9; failed += 1) {
      await signIn({ identifier: username, password: 'not this one', proof: await easyProof(site, 'signIn') })
      steps.push(await askedStep(site, 'signIn', username))
    }
    expect(steps).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 2])
  })
})

describe('after twenty tries at a name', () => {
  const tooMany = { status: 429, error: 'signIn.tooMany', params: { seconds: 10 } }

  test('the next one waits for seconds, not for longer, however often it is tried', async () => {
    const { username } = await createReader()
    await useUpTries(countedName(username))
    const answer = await signIn({ identifier: username })
    expect(refusal(answer)).toEqual(tooMany)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(refusal(await signIn({ identifier: username }))).toEqual(tooMany)
    site.clock.set(after(10_000))
    expect((await signIn({ identifier: username })).status).toBe(200)
  })

  test('those that were right are none', async () => {
    const { username } = await createReader()
    for (let signedIn = 0; signedIn < 25; signedIn += 1)
      expect((await signIn({ identifier: username })).status).toBe(200)
  })

  test('a code still signs the owner in', async () => {
    const { email } = await createReader()
    await useUpTries(countedName(email))
    const code = await receiveCode(site, 'signIn', email)
    const answer = await site.call('POST', `${path}/code`, { body: { contact: email, code } })
    expect(answer.status).toBe(200)
  })

  test('no more than twenty go through at the same moment', async () => {
    const ctx = await contextOf()
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => takeAttempt(ctx, 'many at once')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })
})

describe('the table of counts', () => {
  test('gets no row from attempts that bring no proof of work where one is asked for', async () => {
    for (let failed = 0; failed < 21; failed += 1) await failAt(`stranger-${failed}`)
    const before = await site.db.select().from(throttle)
    const verdicts = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => refusal(await failAt(`flood-${index}`))),
    )
    expect(verdicts).toEqual(verdicts.map(() => proofRequired))
    expect((await site.db.select().from(throttle)).length).toBe(before.length)
  })

  test('keeps nothing of an attempt that was right', async () => {
    const { username } = await createReader()
    expect((await signIn({ identifier: username })).status).toBe(200)
    expect(await site.db.select().from(throttle)).toEqual([])
  })
})
