import { listDocuments, publishDocument, readDocument, readDocumentSource } from '@lectern/contract/documents.ts'
import type { AccountId, DocumentId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import type { Ctx } from '../../platform/context.ts'
import { desc, eq } from '../../platform/database/drizzle.ts'
import type { Http } from '../../platform/http/serve.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit } from '../audit/tables.ts'
import { consentsToGive, giveConsents, missingConsents } from './service.ts'
import { consent, document } from './tables.ts'

let site: TestSite
let http: Http
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  site = await startSite({
    extraRoutes: (given) => {
      http = given
    },
  })
  await installDocuments(site.db, fixedNow)
  admin = await createPerson(site, { access: 'admin' })
  person = await createPerson(site)
})
afterAll(() => site.close())

const english = { 'accept-language': 'en-US' }

const perLocale = (text: (locale: Locale) => string): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [locale, text(locale)]))

const newVersion = (basedOn: number) => ({
  basedOn,
  title: perLocale((locale) => `Title ${locale} after ${basedOn}`),
  body: perLocale((locale) => `## Part\n\nBody ${locale} after ${basedOn} <script>alert(1)</script>`),
})

const publish = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  site.call('POST', `/api/documents/${name}`, { headers: { ...admin.headers, ...english, ...headers }, body })

const read = async (path: string) => (await site.get(path, english)).data(readDocument)

/** What a service is given by its caller, in a person's name or in a visitor's. */
const contextOf = (): Ctx => http.contextOf({ actor: null, id: 'test', ip: '127.0.0.1', headers: {} } as never, 'id-ID')

describe('the documents that are delivered', () => {
  it('are installed once, however often that is asked for', async () => {
    await installDocuments(site.db, after(1_000))
    const rows = await site.db
      .select({ name: document.name, version: document.version })
      .from(document)
      .orderBy(document.name)
    expect(rows).toEqual([
      { name: 'pledge', version: 1 },
      { name: 'privacy', version: 1 },
      { name: 'terms', version: 1 },
    ])
  })

  it('are listed for everybody, in the language of the reader', async () => {
    const titles = async (language: string) =>
      (await site.get('/api/documents', { 'accept-language': language })).data(listDocuments).list
    const list = await titles('en-US')
    expect(list.map(({ name, version, title, locale }) => ({ name, version, title, locale }))).toEqual([
      { name: 'privacy', version: 1, title: 'Privacy Policy', locale: 'en-US' },
      { name: 'terms', version: 1, title: 'Terms of Use', locale: 'en-US' },
    ])
    expect((await titles('zh-TW')).map(({ locale }) => locale)).toEqual(['zh-TW', 'zh-TW'])
  })

  it('are read as HTML', async () => {
    const { body, versions, ...head } = await read('/api/documents/privacy')
    expect({ ...head, id: '', publishedAt: '' }).toEqual({
      id: '',
      name: 'privacy',
      version: 1,
      title: 'Privacy Policy',
      locale: 'en-US',
      publishedAt: '',
    })
    expect(versions).toEqual([{ version: 1, publishedAt: head.publishedAt }])
    expect(body.startsWith('<p>The Organizing Committee')).toBe(true)
    expect(body).toMatch(/<h2>1\. What we collect<\/h2>\n<ul>\n<li><strong>To register:<\/strong>/)
  })

  it.each([
    ['/api/documents/imprint', 422, 'request.invalid'],
    ['/api/documents/privacy?version=x', 422, 'request.invalid'],
    ['/api/documents/privacy?other=1', 422, 'request.invalid'],
    ['/api/documents/privacy?version=77', 404, 'document.notFound'],
  ])('are not found at %s', async (path, status, error) => {
    const answer = await site.get(path)
    expect([answer.status, answer.failure().error]).toEqual([status, error])
  })
})

describe('a new version', () => {
  it('is for organisers only', async () => {
    const path = '/api/documents/privacy'
    const statuses = async (headers: Record<string, string>) => [
      (await site.get(`${path}/source`, headers)).status,
      (await site.call('POST', path, { headers, body: newVersion(1) })).status,
    ]
    expect(await statuses({})).toEqual([401, 401])
    expect(await statuses(person.headers)).toEqual([403, 403])
    expect((await read(path)).version).toBe(1)
  })

  it('starts from the texts in all languages', async () => {
    const source = (await site.get('/api/documents/terms/source', admin.headers)).data(readDocumentSource)
    expect(Object.keys(source)).toEqual(['version', 'title', 'body'])
    expect(source.version).toBe(1)
    expect(Object.keys(source.title).toSorted()).toEqual(locales.toSorted())
    expect(Object.keys(source.body).toSorted()).toEqual(locales.toSorted())
  })

  it('needs every language', async () => {
    const body = newVersion(1)
    delete body.title['id-ID']
    body.body['pt-BR'] = ' '
    const answer = await publish('privacy', { ...body, extra: 1 })
    expect(answer.status).toBe(422)
    expect(answer.failure().fields!.map(({ path }) => path)).toEqual(['title.id-ID', 'body.pt-BR', 'extra'])
  })

  it('takes the place of the former one at once, which stays readable', async () => {
    const before = await read('/api/documents/privacy')
    site.clock.set(after(60_000))
    const published = await publish('privacy', newVersion(1))
    expect(published.status).toBe(200)
    const head = published.data(publishDocument)
    expect({ ...head, id: '' }).toEqual({
      id: '',
      name: 'privacy',
      version: 2,
      title: 'Title en-US after 1',
      locale: 'en-US',
      publishedAt: after(60_000).toISOString(),
    })
    const versions = [{ version: 2, publishedAt: head.publishedAt }, ...before.versions]
    // The cache is dropped when the database notifies.
    await eventually(async () =>
      expect(await read('/api/documents/privacy')).toEqual({
        ...head,
        body: '<h2>Part</h2>\n<p>Body en-US after 1 &lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
        versions,
      }),
    )
    expect(await read('/api/documents/privacy?version=1')).toEqual({ ...before, versions })
  })

  it('is written into the log without its texts', async () => {
    const [entry] = await site.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect([entry!.action, entry!.actorId, entry!.subjectKind, entry!.changes]).toEqual([
      'document.published',
      admin.id,
      'document',
      { before: { version: 1 }, after: { version: 2 } },
    ])
  })

  it('is refused when it was written on top of an older one', async () => {
    const answer = await publish('privacy', newVersion(1))
    expect([answer.status, answer.failure().error]).toEqual([409, 'resource.changed'])
  })

  it('is made once by the same call sent many times', async () => {
    const call = () => publish('terms', newVersion(1), { 'idempotency-key': 'terms-second' })
    const answers = await Promise.all(Array.from({ length: 8 }, call))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]!.data(publishDocument).version).toBe(2)
    const rows = await site.db.select({ version: document.version }).from(document).where(eq(document.name, 'terms'))
    expect(rows.map(({ version }) => version)).toEqual([1, 2])
  })

  it('is made by one of many organisers who publish at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish('terms', newVersion(2))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  it('is refused when the key was used for something else', async () => {
    const answer = await publish('privacy', newVersion(2), { 'idempotency-key': 'terms-second' })
    expect([answer.status, answer.failure().error]).toEqual([422, 'request.keyReused'])
  })
})

describe('a consent', () => {
  const inForce = async (): Promise<DocumentId[]> =>
    (await site.get('/api/documents')).data(listDocuments).list.map(({ id }) => id)
  const missing = async (id: AccountId): Promise<DocumentId[]> =>
    (await site.db.select({ ids: missingConsents }).from(account).where(eq(account.id, id)))[0]!.ids
  const give = (id: AccountId, ids: readonly DocumentId[]) =>
    inTransaction(contextOf(), (ctx) => giveConsents(ctx, id, ids))

  it('is missing for every document in force before it is given', async () => {
    const ids = await eventually(inForce)
    expect(await consentsToGive(contextOf())).toEqual(ids)
    expect(await missing(person.id)).toEqual(ids)
  })

  it('counts for documents in force only', async () => {
    const [privacy, terms] = await consentsToGive(contextOf())
    const [former] = await site.db.select({ id: document.id }).from(document).where(eq(document.version, 1)).limit(1)
    await give(person.id, [former!.id, privacy!])
    expect(await missing(person.id)).toEqual([terms])
    const rows = await site.db.select().from(consent).where(eq(consent.accountId, person.id))
    expect(rows).toEqual([{ accountId: person.id, documentId: privacy, locale: 'id-ID', givenAt: site.clock.now() }])
  })

  it('given again stays as it was, and the log tells it once', async () => {
    const ids = await consentsToGive(contextOf())
    site.clock.set(after(120_000))
    await give(person.id, ids)
    await give(person.id, ids)
    const entries = await site.db
      .select({ changes: audit.changes })
      .from(audit)
      .where(eq(audit.action, 'consent.given'))
      .orderBy(audit.at)
    expect(entries.map(({ changes }) => changes)).toEqual([
      { before: null, after: { document: 'privacy', version: 2 } },
      { before: null, after: { document: 'terms', version: 3 } },
    ])
    expect(await missing(person.id)).toEqual([])
  })

  it('is seen by its giver alone, the latest first', async () => {
    expect((await site.get('/api/account/consents')).status).toBe(401)
    expect((await site.get('/api/account/consents', admin.headers)).data()).toEqual({ list: [] })
    expect((await site.get('/api/account/consents', { ...person.headers, ...english })).data()).toEqual({
      list: [
        { name: 'terms', version: 3, title: 'Title en-US after 2', givenAt: after(120_000).toISOString() },
        { name: 'privacy', version: 2, title: 'Title en-US after 1', givenAt: after(60_000).toISOString() },
      ],
    })
  })

  it('is missing again when there is a new version', async () => {
    const { id } = (await publish('privacy', newVersion(2))).data(publishDocument)
    expect(await missing(person.id)).toEqual([id])
  })
})

describe('a document', () => {
  it('has room for the longest text in every language, and no more', async () => {
    const { version } = (await site.get('/api/documents/privacy/source', admin.headers)).data(readDocumentSource)
    const longest = { ...newVersion(version), body: perLocale(() => '约'.repeat(60_000)) }
    expect((await publish('privacy', longest)).status).toBe(200)
    const tooLong = { ...newVersion(version + 1), body: perLocale(() => '约'.repeat(70_000)) }
    const refused = await publish('privacy', tooLong)
    expect([refused.status, refused.data()]).toMatchObject([
      413,
      { error: 'request.tooLarge', params: { limitKb: 1024 } },
    ])
  })
})
