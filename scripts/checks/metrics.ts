import { lineAt, type Check, type Problem, type ProjectFile } from './project.ts'

const catalogueFile = 'server/platform/metrics/metric-catalogue.ts'

/** What operators install beside the site. */
const usingFiles = /^deploy\/(alerts(\.test)?\.yml|grafana\.json)$/
const docsFile = 'docs/operations.md'

const metric = String.raw`(?:lectern|process|nodejs)_[a-z_]+`
const declaration = new RegExp(String.raw`^  (${metric}): \{.*?kind: '(\w+)'.*?labels: \[(.*?)\]`, 'gms')
/** A name, with the conditions on its labels if there are any; in JSON their quotes are escaped. */
const use = new RegExp(String.raw`\b(${metric})(\{[^}]*\})?`, 'g')
const label = /(\w+)\s*(?:=~|!~|!=|=)\s*\\?"/g

/** Added by Prometheus itself. */
const addedLabels = ['instance', 'job', 'le']

type Labels = ReadonlyMap<string, ReadonlySet<string>>

/** The labels of every metric, by the names under which Prometheus stores it. */
const declaredMetrics = ({ text }: ProjectFile): Labels =>
  new Map(
    Array.from(text.matchAll(declaration), ([, name = '', kind, list = '']) => {
      const labels = new Set([...addedLabels, ...Array.from(list.matchAll(/'(\w+)'/g), ([, one = '']) => one)])
      const names = kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name]
      return names.map((one) => [one, labels] as const)
    }).flat(),
  )

const problemsIn = ({ path, text }: ProjectFile, metrics: Labels): Problem[] =>
  Array.from(text.matchAll(use)).flatMap(({ index, 1: name = '', 2: conditions = '' }) => {
    const line = lineAt(text, index)
    const labels = metrics.get(name)
    if (!labels) return [{ path, line, why: `names the metric ${name}, which is not there` }]
    return Array.from(conditions.matchAll(label), ([, one = '']) => one)
      .filter((one) => !labels.has(one))
      .map((one) => ({ path, line, why: `names the label ${one}, which ${name} does not have` }))
  })

/** Alert rules and dashboards name metrics that exist; every metric is described to operators. */
export const findUnknownMetrics: Check = (files) => {
  const catalogue = files.find(({ path }) => path === catalogueFile)
  if (!catalogue) return []
  const metrics = declaredMetrics(catalogue)
  const docs = files.find(({ path }) => path === docsFile)?.text ?? ''
  const names = [...metrics.keys()].filter((name) => !/_(bucket|sum)$/.test(name))
  const undescribed = names
    .map((name) => name.replace(/_count$/, ''))
    .filter((name) => !docs.includes(`\`${name}\``))
    .map((name) => ({ path: docsFile, why: `does not describe the metric ${name}` }))
  return [
    ...files.filter(({ path }) => usingFiles.test(path)).flatMap((file) => problemsIn(file, metrics)),
    ...undescribed,
  ]
}
