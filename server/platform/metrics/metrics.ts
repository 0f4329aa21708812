import {
  metricCatalogue,
  metricOf,
  type CounterName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
} from './metric-catalogue.ts'

/** A value that is read when it is asked for. */
export interface Sample {
  name: MetricName
  labels: Readonly<Record<string, string>>
  value: number
}

export const sample = <Name extends MetricName>(name: Name, labels: LabelsOf<Name>, value: number): Sample => ({
  name,
  labels,
  value,
})

export type SampleSource = () => Promise<readonly Sample[]> | readonly Sample[]

interface Series {
  /** As it is written: `{route="/api/news"}`. */
  labels: string
  value: number
}

interface Distribution {
  /** Label pairs as they are written, without braces. */
  pairs: string
  /** How many values are in each bucket; the last has no bound. */
  counts: number[]
  sum: number
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

const writePairs = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, (character) => escapes[character]!)}"`)
    .join(',')

const inBraces = (pairs: string): string => (pairs === '' ? '' : `{${pairs}}`)

const writeDistribution = (name: string, buckets: readonly number[], { pairs, counts, sum }: Distribution): string => {
  const before = pairs === '' ? '' : `${pairs},`
  let total = 0
  const lines = counts.map((count, index) => {
    total += count
    return `${name}_bucket{${before}le="${buckets[index] ?? '+Inf'}"} ${total}\n`
  })
  return `${lines.join('')}${name}_sum${inBraces(pairs)} ${sum}\n${name}_count${inBraces(pairs)} ${total}\n`
}

/** Counts and distributions of this process, in the text format of Prometheus (version 0.0.4). */
export class Metrics {
  readonly #counters = new Map<MetricName, Map<string, Series>>()
  readonly #histograms = new Map<MetricName, Map<string, Distribution>>()
  readonly #sources: SampleSource[] = []

  constructor() {
    for (const name of Object.keys(metricCatalogue) as MetricName[]) {
      const { kind, labels, values } = metricOf(name)
      const [label] = labels
      if (kind === 'counter' && label !== undefined && values)
        for (const value of values) this.#seriesOf(name, { [label]: value })
    }
  }

  #seriesOf(name: MetricName, labels: Readonly<Record<string, string>>): Series {
    const all = this.#counters.get(name) ?? new Map<string, Series>()
    this.#counters.set(name, all)
    const key = Object.values(labels).join('\n')
    const series = all.get(key) ?? { labels: inBraces(writePairs(labels)), value: 0 }
    all.set(key, series)
    return series
  }

  #distributionOf(name: HistogramName, labels: Readonly<Record<string, string>>): Distribution {
    const all = this.#histograms.get(name) ?? new Map<string, Distribution>()
    this.#histograms.set(name, all)
    const key = Object.values(labels).join('\n')
    const distribution = all.get(key) ?? {
      pairs: writePairs(labels),
      counts: Array.from({ length: metricCatalogue[name].buckets.length + 1 }, () => 0),
      sum: 0,
    }
    all.set(key, distribution)
    return distribution
  }

  /** Adds to one series, whose place is looked up once: for what is counted thousands of times a second. */
  counter<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): (amount?: number) => void {
    const series = this.#seriesOf(name, labels)
    return (amount = 1) => {
      series.value += amount
    }
  }

  /** The same for a distribution. */
  observer<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>): (seconds: number) => void {
    const buckets: readonly number[] = metricCatalogue[name].buckets
    const distribution = this.#distributionOf(name, labels)
    return (seconds) => {
      let place = 0
      while (place < buckets.length && seconds > buckets[place]!) place += 1
      distribution.counts[place]! += 1
      distribution.sum += seconds
    }
  }

  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, amount = 1): void {
    this.#seriesOf(name, labels).value += amount
  }

  /** Asked at every scrape. */
  addSource(source: SampleSource): void {
    this.#sources.push(source)
  }

  async render(): Promise<string> {
    const samples = (await Promise.all(this.#sources.map(async (source) => source()))).flat()
    const names = Object.keys(metricCatalogue) as MetricName[]
    return names.map((name) => this.#write(name, samples)).join('')
  }

  #write(name: MetricName, samples: readonly Sample[]): string {
    const { kind, help, buckets = [] } = metricOf(name)
    const read = samples.filter((one) => one.name === name)
    const lines = [
      ...[...(this.#counters.get(name)?.values() ?? [])].map(({ labels, value }) => `${name}${labels} ${value}\n`),
      ...[...(this.#histograms.get(name)?.values() ?? [])].map((one) => writeDistribution(name, buckets, one)),
      ...read.map(({ labels, value }) => `${name}${inBraces(writePairs(labels))} ${value}\n`),
    ]
    return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('')}`
  }
}
