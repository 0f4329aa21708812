import { revokeCertificate } from '@lectern/contract/certificates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../testing/contest.ts'
import { issuerOf } from '../testing/certificates.ts'
import { createPerson } from '../testing/people.ts'
import { startSite, type TestSite } from '../testing/site.ts'
import { createWorkActivity } from '../testing/works.ts'

let site: TestSite
let number: string
let revoke: () => Promise<unknown>

beforeAll(async () => {
  site = await startSite({ withTasks: true, config: { trustProxy: ['127.0.0.1'] } })
  const edition = await createEdition(site)
  const office = await issuerOf(site, await createPerson(site, { access: 'admin' }))
  const activity = await createWorkActivity(site, edition)
  const issue = await office.create('award', { from: 'sheet', edition, activity })
  await office.upload(issue.id, ['姓名,奖项,作品名称', '欧阳静怡,一等奖,光'])
  await office.start(issue.id)
  await office.ended(issue.id)
  const [made] = await office.list({ issue: issue.id })
  number = made!.number
  revoke = () => site.ask(revokeCertificate, { ...office.as, params: { id: made!.id }, body: { reason: '重复颁发' } })
})
afterAll(() => site.close())

const visit = (path: string, address: string) =>
  site.get(path, { 'accept-language': 'zh-CN', 'x-forwarded-for': address })

test('a certificate is verified without JavaScript, by its address and by the form', async () => {
  for (const path of [`/Certificate/${number}`, `/Certificate?number=${number.toLowerCase()}`]) {
    const { status, text } = await visit(path, '198.51.100.1')
    expect([status, text.includes('该编号的证书有效'), text.includes('欧**怡')]).toEqual([200, true, true])
    expect(text).toContain('<meta name="robots" content="noindex"')
    expect(text).not.toContain('欧阳静怡')
  }
  expect((await visit('/Certificate', '198.51.100.1')).text).toContain('rel="canonical"')
})

test('whoever walks through numbers is stopped, and nobody else', async () => {
  const statuses: number[] = []
  for (let walked = 0; walked < 60 && statuses.at(-1) !== 429; walked += 1)
    statuses.push((await visit(`/Certificate/${number}`, '198.51.100.2')).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await visit(`/Certificate/${number}`, '198.51.100.3')).status).toBe(200)
})

test('a revoked certificate says so at the next look', async () => {
  await revoke()
  const { text } = await visit(`/Certificate/${number}`, '198.51.100.4')
  expect([text.includes('证书已撤销'), text.includes('该编号的证书有效')]).toEqual([true, false])
})
