import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findUnknownMetrics } from './metrics.ts'
import { readProject, root } from './project.ts'

const catalogue = `export const metricCatalogue = {
  lectern_db_up: { kind: 'gauge', help: 'Answers.', labels: [] },
  lectern_tasks: {
    kind: 'gauge',
    help: 'Tasks.',
    labels: ['kind', 'state'],
  },
  lectern_wait_seconds: {
    kind: 'histogram',
    help: 'Waits.',
    labels: [],
    buckets: [1, 2],
  },
} as const satisfies Record<string, Metric>
`
const described = '`lectern_db_up` `lectern_tasks` `lectern_wait_seconds`'

const look = (files: Record<string, string>): string[] =>
  findUnknownMetrics(
    Object.entries({
      'server/platform/metrics/metric-catalogue.ts': catalogue,
      'docs/operations.md': described,
      ...files,
    }).map(([path, text]) => ({ path, text })),
  ).map(({ path, line, why }) => `${path}${line ? `:${line}` : ''} ${why}`)

describe('metrics', () => {
  test('that rules and dashboards name are there, with their labels', () => {
    const rules = 'expr: lectern_db_up == 0\nexpr: max(lectern_tasks{state="failed", job="lectern"})'
    const dashboard = '{"expr": "rate(lectern_wait_seconds_bucket{le=\\"1\\"}[5m]) + lectern_wait_seconds_count"}'
    expect(look({ 'deploy/alerts.yml': rules, 'deploy/grafana.json': dashboard })).toEqual([])
  })

  test('that are not there are found, and labels too', () => {
    expect(
      look({
        'deploy/alerts.yml': 'expr: lectern_db_down == 1\nexpr: lectern_tasks{name="x"}',
        'deploy/grafana.json': '{"expr": "lectern_wait_seconds{kind=~\\"a\\"} + lectern_tasks{team=\\"b\\"}"}',
      }),
    ).toEqual([
      'deploy/alerts.yml:1 names the metric lectern_db_down, which is not there',
      'deploy/alerts.yml:2 names the label name, which lectern_tasks does not have',
      'deploy/grafana.json:1 names the metric lectern_wait_seconds, which is not there',
      'deploy/grafana.json:1 names the label team, which lectern_tasks does not have',
    ])
  })

  test('are all described to operators', () => {
    expect(look({ 'docs/operations.md': '`lectern_db_up` `lectern_wait_seconds`' })).toEqual([
      'docs/operations.md does not describe the metric lectern_tasks',
    ])
  })

  test('of this project pass', () => {
    const files = readProject().filter(({ path }) => /^(deploy|docs|server\/platform\/metrics)\//.test(path))
    expect(files.map(({ path }) => path)).toContain('deploy/grafana.json')
    expect(findUnknownMetrics(files)).toEqual([])
  })
})

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

describe.skipIf(!hasPromtool)('alert rules (needs promtool)', () => {
  test('fire when they should, and only then', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', join(root, 'deploy/alerts.test.yml')])
    expect(stdout).toContain('SUCCESS')
  })
})
