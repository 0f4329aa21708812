import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { catalogue } from '@lectern/contract/errors.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

interface Operation {
  operationId: string
  tags: string[]
  security?: unknown[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

let site: TestSite
let folder: string
let document: string
let description: Description
beforeAll(async () => {
  site = await startSite({ config: { publicUrl: new URL('https://contest.example.org') } })
  document = (await site.get('/api/docs/openapi.json')).text
  description = JSON.parse(document) as Description
  folder = await mkdtemp(join(tmpdir(), 'lectern-interface-'))
  await writeFile(join(folder, 'openapi.json'), document)
})
afterAll(() => site.close())

const modules = resolve(import.meta.dirname, '../../../node_modules')

const run = async (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number, stdout, stderr }
}

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )

describe('the description for programs', () => {
  test('names every operation after the export of the contract, and none twice', () => {
    const names = operationsOf(description).map(({ operationId }) => operationId)
    expect(names.filter((name, index) => !name || names.indexOf(name) !== index)).toEqual([])
    const byPath = new Map(operationsOf(description).map(({ name, operationId, tags }) => [name, [operationId, tags]]))
    expect(byPath.get('GET /api/joining/{code}')).toEqual(['readTeamToJoin', ['teams']])
    expect(byPath.get('POST /api/works/{id}/submission')).toEqual(['submitWork', ['works']])
  })

  test('says what needs a session, what is a file, and what can go wrong', () => {
    const find = (wanted: string) => operationsOf(description).find(({ name }) => name === wanted)!
    const open = find('GET /api/news')
    expect([open.security, Object.keys(open.responses)]).toEqual([[], ['200', '422', '429', 'default']])
    const own = find('GET /api/teams/{id}')
    expect([own.security, Object.keys(own.responses)]).toEqual([
      undefined,
      ['200', '401', '403', '404', '422', '429', 'default'],
    ])
    expect(find('GET /api/certificates/{id}/pdf').responses['200']!.content).toEqual({
      '*/*': { schema: { type: 'string', format: 'binary' } },
    })
    expect(Object.keys(find('PATCH /api/uploads/{id}').requestBody!.content)).toEqual([
      'application/offset+octet-stream',
    ])
  })

  test('has no error and no warning of the linter', async () => {
    const linter = join(modules, '@redocly/cli/bin/cli.js')
    await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\ntelemetry: off\n')
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await run([linter, 'lint', 'openapi.json', '--format', 'json', '--max-problems', '20'], env)
    const { totals, problems } = JSON.parse(stdout) as {
      totals: object
      problems: { ruleId: string; message: string }[]
    }
    expect([problems.map(({ ruleId, message }) => `${ruleId}: ${message}`), totals]).toEqual([
      [],
      { errors: 0, warnings: 0, ignored: 0 },
    ])
  })
})

/** A program of somebody else, who has nothing but the description. */
const clientProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './interface.ts'

const [baseUrl = '', cookie = ''] = process.argv.slice(2)
const visitor = createClient<paths>({ baseUrl })
const organiser = createClient<paths>({ baseUrl, headers: { cookie, 'accept-language': 'en-US' } })
const missing = { id: '01890000-0000-7000-8000-000000000000' }

const version: string = (await visitor.GET('/version')).data!.data.version
const news = (await visitor.GET('/api/news', { params: { query: { pageSize: '5' } } })).data!.data
const absent = await visitor.GET('/api/news/{id}', { params: { path: missing } })
const activities: number = (await visitor.GET('/api/activities')).data!.data.list.length
const refused = await visitor.GET('/api/account/teams')
const own = (await organiser.GET('/api/user/currentUser')).data!.data
const series = await organiser.POST('/api/certificate-series', {
  body: { prefix: 'LT', year: 2026, code: 'OPEN' },
})
const page = await organiser.GET('/api/certificate-series', { params: { query: {} } })
const listed: string[] = page.data!.data.list.map(({ code }) => code)
const invalid = await organiser.POST('/api/certificate-series', { body: { prefix: 'I', year: 1, code: '' } })
const waiting: number = (await organiser.GET('/api/tasks', { params: { query: {} } })).data!.data.counts.waiting

console.log(
  JSON.stringify({
    version,
    pageSize: news.pageSize,
    absent: absent.error?.data?.error,
    activities,
    refused: refused.error?.data?.error,
    own: own.username,
    series: series.response.status,
    listed,
    invalid: invalid.error?.data?.fields?.map(({ path }) => path),
    waiting,
  }),
)
`

test('a client generated from it compiles, and its calls are answered as it expects', async () => {
  const types = astToString(await openapiTS(JSON.parse(document) as never, { defaultNonNullable: false }))
  await writeFile(join(folder, 'interface.ts'), types)
  await writeFile(join(folder, 'program.ts'), clientProgram)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(modules, join(folder, 'node_modules'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: ['node'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiled = await run([join(modules, 'typescript/bin/tsc'), '-p', folder])
  expect([compiled.stdout, compiled.code]).toEqual(['', 0])

  const who = await createPerson(site, { access: 'admin' })
  const cookie = who.headers.cookie.replace(/^[^=]*/, '__Host-lectern')
  const { stdout, stderr } = await run([join(folder, 'program.ts'), site.url, cookie])
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    version: expect.any(String) as string,
    pageSize: 5,
    absent: 'news.notFound',
    activities: 0,
    refused: 'session.required',
    own: who.username,
    series: 200,
    listed: ['OPEN'],
    invalid: ['prefix', 'year', 'code'],
    waiting: 0,
  })
})

describe('the pages for people', () => {
  test('begin with a light list of features; each has its operations, and no script', async () => {
    const index = await site.get('/api/docs')
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(Buffer.byteLength(index.text)).toBeLessThan(10_000)
    for (const { name } of description.tags) {
      expect(index.text).toContain(`<a href="/api/docs/${name}">`)
      const page = await site.get(`/api/docs/${name}`)
      const shown = [...page.text.matchAll(/<section id="(\w+)">/g)].map(([, id]) => id)
      const wanted = operationsOf(description).filter(({ tags }) => tags.includes(name))
      expect(wanted.map(({ operationId }) => operationId).filter((id) => !shown.includes(id))).toEqual([])
      expect(page.text).not.toMatch(/<script|style="|<style/)
    }
    const style = await site.get('/api/docs/style.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('list every error; a feature that is not there is not found', async () => {
    const { text: errors } = await site.get('/api/docs/errors')
    for (const name of Object.keys(catalogue)) expect(errors).toContain(`<code>${name}</code>`)
    expect((await site.get('/api/docs/nothing')).status).toBe(404)
  })
})
