import type { PasskeyId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkey } from '../features/sign-in/tables.ts'
import { newId } from '../platform/ids.ts'
import { createPerson, type TestPerson } from '../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../testing/site.ts'
import { examinePasskeys } from './foreign-passkeys.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const store = async ({ id: accountId }: TestPerson, rpId: string): Promise<void> => {
  const id = newId<PasskeyId>(fixedNow)
  const key = { credentialId: Buffer.from(id), publicKey: Buffer.alloc(1), counter: 0, transports: [], name: 'Phone' }
  await site.db.insert(passkey).values({ id, accountId, rpId, createdAt: fixedNow, ...key })
}

const examine = (publicUrl: string) =>
  examinePasskeys({ publicUrl: new URL(publicUrl), port: 8000, routerBase: '/' }, site.db)

test('people whose passkeys were made at another host are counted, each once', async () => {
  const [one, other] = [await createPerson(site), await createPerson(site)]
  expect(await examine('https://new.example')).toEqual({ name: 'passkeys', state: 'ok', detail: 'for new.example' })
  await store(one, 'old.example')
  await store(one, 'old.example')
  await store(other, 'old.example')
  await store(other, 'new.example')
  const then = 'They sign in with a password or a code and add new ones; or PUBLIC_URL has to name that address again'
  const which = 'people whose passkeys were made at another address and do not work here'
  expect([await examine('https://new.example'), await examine('http://192.0.2.1:8000')]).toEqual([
    { name: 'passkeys', state: 'warning', detail: `for new.example; ${which}: 2 at old.example. ${then}` },
    {
      name: 'passkeys',
      state: 'warning',
      detail: `cannot be used: the address of the site is an IP address; ${which}: 1 at new.example, 2 at old.example. ${then}`,
    },
  ])
})
