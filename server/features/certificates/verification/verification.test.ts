import { createHash } from 'node:crypto'
import { certificateNumber } from '@lectern/contract/certificates/certificate-numbers.ts'
import { certificateCodeLength } from '@lectern/contract/certificates/certificate-values.ts'
import * as contract from '@lectern/contract/certificates/certificates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuerOf } from '../../../testing/certificates.ts'
import { createEdition } from '../../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { comparedBytes, maskName } from './verification.ts'

let site: TestSite
let organiser: TestPerson
let office: Awaited<ReturnType<typeof issuerOf>>
let made: Awaited<ReturnType<typeof office.list>>
beforeAll(async () => {
  site = await startSite({ withTasks: true, config: { trustProxy: ['127.0.0.1'] } })
  const edition = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  office = await issuerOf(site, organiser)
  const activity = await createWorkActivity(site, edition)
  const issue = await office.create('award', { from: 'sheet', edition, activity })
  await office.upload(issue.id, ['姓名,奖项,作品名称', '欧阳静怡,一等奖,光', 'Ana Souza,二等奖,影'])
  await office.start(issue.id)
  await office.ended(issue.id)
  made = (await office.list({ issue: issue.id })).toReversed()
})
afterAll(() => site.close())

const read = async (index: number) =>
  (await site.ask(contract.readCertificate, { ...office.as, params: { id: made[index]!.id } })).data

const toFullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))

let networks = 0
/** Each from a network of its own, because of the limit. */
const elsewhere = (): Record<string, string> => {
  networks += 1
  return { 'x-forwarded-for': `198.51.100.${networks}` }
}

test('names are masked without the code', () => {
  expect(['欧阳静怡', '李娜', '张', 'Ana Souza', 'Ó'].map(maskName)).toEqual(['欧**怡', '李*', '张', 'A** S****', 'Ó'])
})

test('without the code a visitor learns the award, the state and a masked name, with it everything', async () => {
  const { number, address, sha256 } = await read(0)
  const code = new URL(address).searchParams.get('code')!
  const masked = await office.verify(number, undefined, elsewhere())
  expect(masked).toMatchObject({
    state: 'issued',
    code: 'none',
    name: '欧**怡',
    award: '一等奖',
    printed: null,
    sha256: null,
  })
  expect(JSON.stringify(masked)).not.toContain('欧阳静怡')
  expect(await office.verify(number, 'abcdefghjkmn', elsewhere())).toEqual({ ...masked, code: 'wrong' })
  const whole = await office.verify(number, code, elsewhere())
  expect([whole.code, whole.name, whole.printed?.work, whole.sha256]).toEqual(['right', '欧阳静怡', '光', sha256])
})

test.each([
  ['in full width, in upper case and with spaces', (code: string) => ` ${toFullWidth(code.toUpperCase())} `, 'right'],
  ['with a NUL after it', (code: string) => `${code}\0`, 'wrong'],
  ['without its last character', (code: string) => code.slice(0, -1), 'wrong'],
  ['that is empty', () => '', 'wrong'],
  ['that is far too long', (code: string) => code.repeat(20), 'wrong'],
  ['of characters that become many', () => '\u{fdfa}'.repeat(40), 'wrong'],
] as const)('a code %s', async (_, typed, outcome) => {
  const { number, address } = await read(0)
  const code = new URL(address).searchParams.get('code')!
  expect((await office.verify(number, typed(code), elsewhere())).code).toBe(outcome)
  const unknown = certificateNumber({ prefix: 'LT', year: 2026, code: 'T01' }, 998)
  expect((await office.verify(unknown, typed(code), elsewhere())).code).toBe('wrong')
})

test('codes are shorter than what is compared', () => {
  expect(certificateCodeLength).toBeLessThan(comparedBytes)
})

test('a number that does not exist and one that is mistyped are both unknown', async () => {
  const unknown = certificateNumber({ prefix: 'LT', year: 2026, code: 'T01' }, 999)
  for (const [typed, number] of [
    [unknown, unknown],
    ['LT2026-T01-000001?', null],
  ] as const)
    expect(await office.verify(typed, undefined, elsewhere())).toMatchObject({ state: 'unknown', number, name: null })
})

test('the page of a number that does not exist has the status that says so, whatever was typed', async () => {
  const { number } = await read(0)
  const unknown = certificateNumber({ prefix: 'LT', year: 2026, code: 'T01' }, 999)
  const statusOf = async (path: string) => (await site.get(path, elsewhere())).status
  expect(await statusOf(`/Certificate/${number}`)).toBe(200)
  expect(await statusOf(`/Certificate/${number}?code=${'a'.repeat(200)}`)).toBe(200)
  expect(await statusOf('/Certificate')).toBe(200)
  for (const typed of [unknown, 'nothing', '9'.repeat(200)])
    expect([typed, await statusOf(`/Certificate/${typed}`), await statusOf(`/Certificate?number=${typed}`)]).toEqual([
      typed,
      404,
      404,
    ])
  const page = await site.get(`/Certificate/${unknown}`, { ...elsewhere(), 'accept-language': 'en-US' })
  expect(page.text).toContain('id="certificate-number"')
})

test('a PDF is found by its hash, and one with a flipped byte is not', async () => {
  const { id } = made[1]!
  const pdf = Buffer.from(
    await (await fetch(`${site.url}/api/certificates/${id}/pdf`, { headers: organiser.headers })).arrayBuffer(),
  )
  const find = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return (await site.ask(contract.verifyPdf, { headers: elsewhere(), query: { sha256 } })).data
  }
  expect(await find(pdf)).toMatchObject({ state: 'issued', code: 'right', name: 'Ana Souza' })
  pdf[Math.floor(pdf.length / 2)]! ^= 1
  expect(await find(pdf)).toMatchObject({ state: 'unknown', number: null })
})

test('whoever walks through numbers is slowed down, and whoever has codes is not', async () => {
  const { number, address } = await read(0)
  const code = new URL(address).searchParams.get('code')!
  const walker = elsewhere()
  const visit = async (query: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(`${site.url}/api/certificate-verification/${number}${query}`, { headers })).status
  const statuses: number[] = []
  for (let count = 0; count < 35; count++) statuses.push(await visit('', walker))
  expect([statuses.indexOf(429), new Set(statuses.slice(30))]).toEqual([30, new Set([429])])
  const school = elsewhere()
  for (let count = 0; count < 35; count++) expect(await visit(`?code=${code}`, school)).toBe(200)
  // Others in the network of the walker can still verify what they hold.
  expect(await visit(`?code=${code}`, walker)).toBe(200)
  expect(await visit('?code=abcdefghjkmn', walker)).toBe(429)
})

test('a known number, an unknown one and a wrong code cost the database the same', async () => {
  const { number } = await read(0)
  const unknown = certificateNumber({ prefix: 'LT', year: 2026, code: 'T01' }, 999)
  const asked = async (typed: string, code?: string): Promise<string[]> => {
    const network = elsewhere()
    await office.verify(typed, code, network)
    const from = site.statements.length
    await office.verify(typed, code, network)
    return site.statements.slice(from)
  }
  const known = await asked(number)
  expect(known.filter((statement) => statement.includes('"certificate"'))).toHaveLength(1)
  for (const [typed, code] of [[unknown], ['?'], [number, 'abcdefghjkmn'], [unknown, 'abcdefghjkmn']] as const)
    expect(await asked(typed, code)).toEqual(known)
})

test('no answer about a certificate is stored anywhere or listed by search engines', async () => {
  const { number } = made[0]!
  for (const path of [`/api/certificate-verification/${number}`, `/Certificate/${number}`]) {
    const answer = await fetch(`${site.url}${path}`, { headers: elsewhere() })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
  }
  const page = await fetch(`${site.url}/Certificate/${number}`, { headers: elsewhere() })
  expect(await page.text()).toContain('<meta name="robots" content="noindex"/>')
})
