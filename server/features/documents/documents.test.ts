import {
  listDocuments,
  publishDocument,
  readDocument,
  readDocumentSource,
} from '@lectern/contract/documents/documents.ts'
import type { AccountId, DocumentId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, desc, eq } from '../../platform/database/drizzle.ts'
import type { Http } from '../../platform/http/serve.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit } from '../audit/tables.ts'
import { consentsToGive, giveConsents, missingConsents } from './service.ts'
import { consent, document } from './tables.ts'

let site: TestSite
/** Nobody changes its documents. */
let untouched: TestSite
let http: Http
let admin: TestPerson

beforeAll(async () => {
  site = await startSite({
    extraRoutes: (given) => {
      http = given
    },
  })
  untouched = await startSite()
  for (const { db } of [site, untouched]) await installDocuments(db, fixedNow)
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(async () => {
  await untouched.close()
  await site.close()
})

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

const read = async (path: string, at = site) => (await at.get(path, english)).data(readDocument)

const sourceOf = async (name: string) =>
  (await site.get(`/api/documents/${name}/source`, admin.headers)).data(readDocumentSource)

const versionOf = async (name: string): Promise<number> => (await sourceOf(name)).version

/** A minute later than in every test before. */
const oneMinuteLater = (): Date => {
  site.clock.set(after(60_000, site.clock.now()))
  return site.clock.now()
}

/** What a service is given by its caller, in a person's name or in a visitor's. */
const contextOf = (): Ctx => http.contextOf({ actor: null, id: 'test', ip: '127.0.0.1', headers: {} } as never, 'id-ID')

describe('the documents that are delivered', () => {
  it('are installed once, however often that is asked for', async () => {
    await installDocuments(untouched.db, after(1_000))
    const rows = await untouched.db
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
      (await untouched.get('/api/documents', { 'accept-language': language })).data(listDocuments).list
    const list = await titles('en-US')
    expect(list.map(({ name, version, title, locale }) => ({ name, version, title, locale }))).toEqual([
      { name: 'privacy', version: 1, title: 'Privacy Policy', locale: 'en-US' },
      { name: 'terms', version: 1, title: 'Terms of Use', locale: 'en-US' },
    ])
    expect((await titles('zh-TW')).map(({ locale }) => locale)).toEqual(['zh-TW', 'zh-TW'])
  })

  it('are read as HTML', async () => {
    const { body, versions, ...head } = await read('/api/documents/privacy', untouched)
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
    const answer = await untouched.get(path)
    expect([answer.status, answer.failure().error]).toEqual([status, error])
  })
})

describe('a new version', () => {
  it('is for organisers only', async () => {
    const path = '/api/documents/privacy'
    const before = await versionOf('privacy')
    const statuses = async (headers: Record<string, string>) => [
      (await site.get(`${path}/source`, headers)).status,
      (await site.call('POST', path, { headers, body: newVersion(before) })).status,
    ]
    expect(await statuses({})).toEqual([401, 401])
    expect(await statuses((await createPerson(site)).headers)).toEqual([403, 403])
    expect(await versionOf('privacy')).toBe(before)
  })

  it('starts from the texts in all languages', async () => {
    const chief = await createPerson(untouched, { access: 'admin' })
    const source = (await untouched.get('/api/documents/terms/source', chief.headers)).data(readDocumentSource)
    expect(Object.keys(source)).toEqual(['version', 'title', 'body'])
    expect(source.version).toBe(1)
    expect(Object.keys(source.title).toSorted()).toEqual(locales.toSorted())
    expect(Object.keys(source.body).toSorted()).toEqual(locales.toSorted())
  })

  it('needs every language', async () => {
    const body = newVersion(await versionOf('privacy'))
    delete body.title['id-ID']
    body.body['pt-BR'] = ' '
    const answer = await publish('privacy', { ...body, extra: 1 })
    expect(answer.status).toBe(422)
    expect(answer.failure().fields!.map(({ path }) => path)).toEqual(['title.id-ID', 'body.pt-BR', 'extra'])
  })

  it('takes the place of the former one at once, which stays readable, and is logged without its texts', async () => {
    const version = await versionOf('privacy')
    const before = await eventually(async () => {
      const inForce = await read('/api/documents/privacy')
      expect(inForce.version).toBe(version)
      return inForce
    })
    const now = oneMinuteLater()
    const published = await publish('privacy', newVersion(version))
    expect(published.status).toBe(200)
    const head = published.data(publishDocument)
    expect({ ...head, id: '' }).toEqual({
      id: '',
      name: 'privacy',
      version: version + 1,
      title: `Title en-US after ${version}`,
      locale: 'en-US',
      publishedAt: now.toISOString(),
    })
    const versions = [{ version: version + 1, publishedAt: head.publishedAt }, ...before.versions]
    // The cache is dropped when the database notifies.
    await eventually(async () =>
      expect(await read('/api/documents/privacy')).toEqual({
        ...head,
        body: `<h2>Part</h2>\n<p>Body en-US after ${version} &lt;script&gt;alert(1)&lt;/script&gt;</p>\n`,
        versions,
      }),
    )
    expect(await read(`/api/documents/privacy?version=${version}`)).toEqual({ ...before, versions })
    const [entry] = await site.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect([entry!.action, entry!.actorId, entry!.subjectKind, entry!.changes]).toEqual([
      'document.published',
      admin.id,
      'document',
      { before: { version }, after: { version: version + 1 } },
    ])
  })

  it('is refused when it was written on top of an older one', async () => {
    const version = await versionOf('privacy')
    expect((await publish('privacy', newVersion(version))).status).toBe(200)
    const answer = await publish('privacy', newVersion(version))
    expect([answer.status, answer.failure().error]).toEqual([409, 'resource.changed'])
  })

  it('is made once by the same call sent many times; its key is refused for anything else', async () => {
    const version = await versionOf('terms')
    const key = { 'idempotency-key': 'terms-next' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish('terms', newVersion(version), key)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]!.data(publishDocument).version).toBe(version + 1)
    const rows = await site.db
      .select({ version: document.version })
      .from(document)
      .where(eq(document.name, 'terms'))
      .orderBy(document.version)
    expect(rows.map((row) => row.version)).toEqual(Array.from({ length: version + 1 }, (_, index) => index + 1))
    const other = await publish('privacy', newVersion(await versionOf('privacy')), key)
    expect([other.status, other.failure().error]).toEqual([422, 'request.keyReused'])
  })

  it('is made by one of many organisers who publish at the same moment', async () => {
    const version = await versionOf('terms')
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish('terms', newVersion(version))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
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
    const person = await createPerson(site)
    const ids = await consentsToGive(contextOf())
    // The cache is dropped when the database notifies.
    await eventually(async () => expect(await inForce()).toEqual(ids))
    expect(await missing(person.id)).toEqual(ids)
  })

  it('counts for documents in force only', async () => {
    const person = await createPerson(site)
    await publish('privacy', newVersion(await versionOf('privacy')))
    const [privacy, terms] = await consentsToGive(contextOf())
    const [former] = await site.db
      .select({ id: document.id })
      .from(document)
      .where(and(eq(document.name, 'privacy'), eq(document.version, 1)))
    await give(person.id, [former!.id, privacy!])
    expect(await missing(person.id)).toEqual([terms])
    const rows = await site.db.select().from(consent).where(eq(consent.accountId, person.id))
    expect(rows).toEqual([{ accountId: person.id, documentId: privacy, locale: 'id-ID', givenAt: site.clock.now() }])
  })

  it('given again stays as it was, the log tells it once, and its giver alone sees it, the latest first', async () => {
    const person = await createPerson(site)
    const versions: Record<string, number> = {}
    for (const name of ['privacy', 'terms'])
      versions[name] = (await publish(name, newVersion(await versionOf(name)))).data(publishDocument).version
    const [privacy, terms] = await consentsToGive(contextOf())
    const first = site.clock.now()
    await give(person.id, [privacy!])
    const last = oneMinuteLater()
    await give(person.id, [privacy!, terms!])
    await give(person.id, [privacy!, terms!])
    const entries = await site.db
      .select({ changes: audit.changes })
      .from(audit)
      .where(and(eq(audit.action, 'consent.given'), eq(audit.subjectId, person.id)))
      .orderBy(audit.at)
    expect(entries.map(({ changes }) => changes)).toEqual([
      { before: null, after: { document: 'privacy', version: versions['privacy'] } },
      { before: null, after: { document: 'terms', version: versions['terms'] } },
    ])
    expect(await missing(person.id)).toEqual([])
    expect((await site.get('/api/account/consents')).status).toBe(401)
    expect((await site.get('/api/account/consents', admin.headers)).data()).toEqual({ list: [] })
    const given = (name: string, at: Date) => {
      const version = versions[name]!
      return { name, version, title: `Title en-US after ${version - 1}`, givenAt: at.toISOString() }
    }
    expect((await site.get('/api/account/consents', { ...person.headers, ...english })).data()).toEqual({
      list: [given('terms', last), given('privacy', first)],
    })
  })

  it('is missing again when there is a new version', async () => {
    const person = await createPerson(site)
    await give(person.id, await consentsToGive(contextOf()))
    expect(await missing(person.id)).toEqual([])
    const { id } = (await publish('privacy', newVersion(await versionOf('privacy')))).data(publishDocument)
    expect(await missing(person.id)).toEqual([id])
  })
})

describe('a document', () => {
  it('has room for the longest text in every language, and no more', async () => {
    const version = await versionOf('privacy')
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
