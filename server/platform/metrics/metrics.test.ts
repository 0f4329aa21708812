import { describe, expect, test } from 'vitest'
import { databaseSamples } from './database-samples.ts'
import { metricCatalogue, metricOf, type MetricName } from './metric-catalogue.ts'
import { Metrics, sample } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'
import { groupLabel, methodLabel, routeLabel } from './route-labels.ts'

const linesOf = async (metrics: Metrics, name: MetricName): Promise<string[]> =>
  (await metrics.render()).split('\n').filter((line) => line.startsWith(name))

describe('the text of metrics', () => {
  test('has help and type before the values', async () => {
    const metrics = new Metrics()
    metrics.addSource(() => [sample('lectern_uploads_running', {}, 2)])
    expect(await metrics.render()).toContain(
      '# HELP lectern_uploads_running Uploads that this process is receiving.\n# TYPE lectern_uploads_running gauge\nlectern_uploads_running 2\n',
    )
  })

  test('counts by labels', async () => {
    const metrics = new Metrics()
    const labels = { route: '/api/news/:id', method: 'GET', status: '200' }
    metrics.count('lectern_http_requests_total', labels)
    metrics.count('lectern_http_requests_total', labels)
    metrics.count('lectern_http_requests_total', { ...labels, status: '404' })
    expect(await linesOf(metrics, 'lectern_http_requests_total')).toEqual([
      'lectern_http_requests_total{route="/api/news/:id",method="GET",status="200"} 2',
      'lectern_http_requests_total{route="/api/news/:id",method="GET",status="404"} 1',
    ])
  })

  test('begins with 0 where all values of a label are known', async () => {
    expect(await linesOf(new Metrics(), 'lectern_sign_in_total')).toEqual(
      metricCatalogue.lectern_sign_in_total.values.map((result) => `lectern_sign_in_total{result="${result}"} 0`),
    )
  })

  test('adds up the buckets of a distribution', async () => {
    const metrics = new Metrics()
    for (const seconds of [0.001, 0.002, 0.5, 60]) metrics.observer('lectern_db_wait_seconds', {})(seconds)
    expect(await linesOf(metrics, 'lectern_db_wait_seconds')).toEqual([
      'lectern_db_wait_seconds_bucket{le="0.001"} 1',
      'lectern_db_wait_seconds_bucket{le="0.01"} 2',
      'lectern_db_wait_seconds_bucket{le="0.1"} 2',
      'lectern_db_wait_seconds_bucket{le="1"} 3',
      'lectern_db_wait_seconds_bucket{le="5"} 3',
      'lectern_db_wait_seconds_bucket{le="20"} 3',
      'lectern_db_wait_seconds_bucket{le="+Inf"} 4',
      'lectern_db_wait_seconds_sum 60.503',
      'lectern_db_wait_seconds_count 4',
    ])
  })

  test('keeps a value in its line, whatever it contains', async () => {
    const metrics = new Metrics()
    metrics.count('lectern_http_requests_total', { route: 'a"b\\c\nd', method: 'GET', status: '200' })
    expect(await linesOf(metrics, 'lectern_http_requests_total')).toEqual([
      'lectern_http_requests_total{route="a\\"b\\\\c\\nd",method="GET",status="200"} 1',
    ])
  })
})

test('every histogram has buckets, at most six', () => {
  const counts = (Object.keys(metricCatalogue) as MetricName[])
    .map(metricOf)
    .filter(({ kind }) => kind === 'histogram')
    .map(({ buckets = [] }) => buckets.length >= 1 && buckets.length <= 6)
  expect(counts).toEqual(counts.map(() => true))
})

test.each([
  ['/api/works/:id/files', '/api/works/:id/files', '/api/works'],
  ['/livez', '/livez', '/livez'],
  ['/*', '/*', '/*'],
  ['/', '/', '/'],
  [undefined, 'none', 'none'],
])('the route %s has the labels %s and %s', (template, route, group) => {
  expect([routeLabel(template), groupLabel(template)]).toEqual([route, group])
})

test('a method that nobody knows has no label of its own', () => {
  expect(['GET', 'PATCH', 'INVENTED', undefined].map(methodLabel)).toEqual(['GET', 'PATCH', 'other', 'other'])
})

test('a database that fails leaves the other metrics alone, and is asked once at a time', async () => {
  const reported: unknown[] = []
  let asked = 0
  const read = databaseSamples(
    [
      async () => {
        asked += 1
        throw new Error('away')
      },
    ],
    (error) => reported.push((error as Error).message),
  )
  const down = [sample('lectern_db_up', {}, 0)]
  expect(await Promise.all([read(), read()])).toEqual([down, down])
  expect([asked, reported]).toEqual([1, ['away']])
})

test('the port of metrics serves nothing else', async () => {
  const server = await startMetricsServer(new Metrics(), { port: 0, host: '127.0.0.1' }, () => undefined)
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method })
    return [response.status, response.headers.get('content-type')]
  }
  try {
    expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(await ask('/')).toEqual([404, null])
    expect(await ask('/metrics', 'POST')).toEqual([404, null])
  } finally {
    await server.close()
  }
})
