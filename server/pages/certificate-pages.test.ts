import { readCertificate, replaceCertificate, revokeCertificate } from '@lectern/contract/certificates/certificates.ts'
import { certificateNumber } from '@lectern/contract/certificates/certificate-numbers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../testing/contest.ts'
import { issuerOf } from '../testing/certificates.ts'
import { createPerson } from '../testing/people.ts'
import { startSite, type TestSite } from '../testing/site.ts'
import { createWorkActivity } from '../testing/works.ts'

let site: TestSite
let office: Awaited<ReturnType<typeof issuerOf>>
let made: Awaited<ReturnType<typeof office.list>>
let number: string

beforeAll(async () => {
  site = await startSite({ withTasks: true, config: { trustProxy: ['127.0.0.1'] } })
  const edition = await createEdition(site)
  office = await issuerOf(site, await createPerson(site, { access: 'admin' }))
  const activity = await createWorkActivity(site, edition)
  const issue = await office.create('award', { from: 'sheet', edition, activity })
  await office.upload(issue.id, ['姓名,奖项,作品名称', '欧阳静怡,一等奖,光', '孙理,二等奖,影', '司马一鸣,三等奖,声'])
  await office.start(issue.id)
  await office.ended(issue.id)
  made = (await office.list({ issue: issue.id })).toReversed()
  number = made[2]!.number
})
afterAll(() => site.close())

const visit = (path: string, address: string) =>
  site.get(path, { 'accept-language': 'zh-CN', 'x-forwarded-for': address })

test('a certificate is verified without JavaScript, by its address and by the form', async () => {
  for (const path of [`/Certificate/${number}`, `/Certificate?number=${number.toLowerCase()}`]) {
    const { status, text } = await visit(path, '198.51.100.1')
    expect([status, text.includes('该编号的证书有效'), text.includes('司**鸣')]).toEqual([200, true, true])
    expect(text).toContain('<meta name="robots" content="noindex"')
    expect(text).not.toContain('司马一鸣')
  }
  expect((await visit('/Certificate', '198.51.100.1')).text).toContain('rel="canonical"')
})

test('whoever walks through numbers is stopped, and nobody else', async () => {
  const walk = () => visit(`/Certificate/${number}`, '198.51.100.2')
  let answer = await walk()
  for (let walked = 1; walked < 60 && answer.status !== 429; walked += 1) answer = await walk()
  expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, 20])
  expect((await visit(`/Certificate/${number}`, '198.51.100.3')).status).toBe(200)
})

let networks = 0
/** What a page says, from its title on, to somebody from a network of their own. */
const said = async (path: string, expected = 200): Promise<string[]> => {
  networks += 1
  const { status, headers, text } = await visit(path, `203.0.113.${networks}`)
  expect([status, headers.get('cache-control')]).toEqual([expected, 'no-store'])
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  return [...main.matchAll(/<(?:h1|h2|dd)[^>]*>(.*?)<\/(?:h1|h2|dd)>/gs)].map(([, each]) => each!)
}

/** The address that is printed on a certificate. */
const printed = async (index: number): Promise<string> => {
  const { address } = (await site.ask(readCertificate, { ...office.as, params: { id: made[index]!.id } })).data
  return address.slice(address.indexOf('/Certificate'))
}

test('the page says first what has become of a certificate, and only then what the paper says', async () => {
  const [valid, other] = [await printed(0), await printed(1)]
  const { number: own } = made[0]!
  expect((await said(valid)).slice(0, 4)).toEqual(['证书查验', '证书有效', own, '欧阳静怡'])
  const forged = ['证书查验', '查验码与编号不符', own, '欧**怡']
  expect((await said(`/Certificate/${own}?code=abcdefghjkmn`)).slice(0, 4)).toEqual(forged)
  const unknown = certificateNumber({ prefix: 'LT', year: 2026, code: 'T01' }, 998)
  expect((await said(`/Certificate/${unknown}`, 404)).slice(0, 2)).toEqual(['证书查验', '没有查到这份证书'])

  const body = { reason: '重复颁发' }
  await site.ask(revokeCertificate, { ...office.as, params: { id: made[1]!.id }, body })
  const revoked = ['证书查验', '证书已撤销', made[1]!.number]
  for (const path of [other, `/Certificate/${made[1]!.number}?code=x`, `/Certificate/${made[1]!.number}`])
    expect((await said(path)).slice(0, 3)).toEqual(revoked)
  const replacement = { reason: '姓名有误', printed: { name: '欧阳静宜' }, notify: false }
  await site.ask(replaceCertificate, { ...office.as, params: { id: made[0]!.id }, body: replacement })
  expect((await said(valid)).slice(0, 3)).toEqual(['证书查验', '证书已换发', own])
})
