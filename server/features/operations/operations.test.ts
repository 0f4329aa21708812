import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { readVersion } from '@lectern/contract/operations/operations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../version.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** All endpoints that the contract exports. */
const declaredEndpoints = async (): Promise<Endpoint[]> => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@lectern/contract/endpoint.ts')))
  const files = globSync('{*,*/*}.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href)))
  return modules
    .flatMap((module: Record<string, unknown>) => Object.values(module))
    .filter(
      (value): value is Endpoint =>
        typeof value === 'object' && value !== null && 'method' in value && 'answer' in value,
    )
}

describe('the probes', () => {
  test.each([
    ['/livez', { alive: true }],
    ['/readyz', { ready: true }],
  ])('%s answers in the envelope and is never stored', async (path, data) => {
    const answer = await site.get(path)
    expect([answer.status, answer.data(), answer.headers.get('cache-control')]).toEqual([200, data, 'no-store'])
  })

  test('readiness asks the database at most once a second, liveness never', async () => {
    await sleep(1_000)
    const [from, began] = [site.statements.length, performance.now()]
    for (let count = 0; count < 50; count += 1) {
      // The system clock may be adjusted while the program runs.
      site.clock.set(after(count % 2 === 0 ? -3_600_000 : 3_600_000))
      await Promise.all([site.get('/readyz'), site.get('/livez')])
    }
    const maxAsked = 1 + Math.ceil((performance.now() - began) / 1_000)
    expect(site.statements.length - from).toBeGreaterThan(0)
    expect(site.statements.length - from).toBeLessThanOrEqual(maxAsked)
    site.clock.set(fixedNow)
  })

  test('/version tells the program and the build of its pages', async () => {
    const data = (await site.get('/version')).data(readVersion)
    expect(Object.keys(data)).toEqual(['version', 'build'])
    expect(data.version).toBe(version)
    expect(data.build).toMatch(/\S/)
  })
})

interface Description {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      {
        summary: string
        parameters: { name: string; in: string; required: boolean }[]
        responses: Record<string, unknown>
      }
    >
  >
  components: Record<string, object>
}

describe('the description of the interface', () => {
  test('is OpenAPI 3.1 and lists every endpoint of the contract', async () => {
    const answer = await site.get('/api/docs/openapi.json')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const { openapi, info, servers, paths } = answer.json() as Description
    expect([openapi.startsWith('3.1.'), info.version, servers]).toEqual([
      true,
      version,
      [{ url: 'http://localhost:8000' }],
    ])
    const endpoints = await declaredEndpoints()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => `${method} ${path}: ${summary}`),
    )
    expect(described.toSorted()).toEqual(
      endpoints
        .map(({ method, path, summary }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}: ${summary}`)
        .toSorted(),
    )
    const parameters = paths['/api/news']!.get!.parameters.map(({ name, in: place, required }) => [
      name,
      place,
      required,
    ])
    expect(parameters).toEqual([
      ['page', 'query', false],
      ['pageSize', 'query', false],
      ['category', 'query', false],
      ['search', 'query', false],
    ])
    expect(
      paths['/api/news/{id}']!.get!.parameters.map(({ name, in: place, required }) => [name, place, required]),
    ).toEqual([['id', 'path', true]])
  })

  test('refers to nothing that it does not contain', async () => {
    const { text, ...answer } = await site.get('/api/docs/openapi.json')
    const { components } = answer.json() as Description
    const references = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target))
    expect(references).toEqual(
      new Set(
        Object.entries(components)
          .filter(([kind]) => kind !== 'securitySchemes')
          .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`)),
      ),
    )
  })
})
