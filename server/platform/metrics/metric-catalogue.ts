interface Metric {
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  /** All values of the only label: these series begin with 0, so that the first increase is seen. */
  values?: readonly string[]
  /** Upper bounds in seconds. At most six: each is a line for every series. */
  buckets?: readonly number[]
}

/** Everything that is measured. Labels have few values, and never a name, an address or an id. */
export const metricCatalogue = {
  lectern_build_info: { kind: 'gauge', help: 'Version and build of the program.', labels: ['version', 'build'] },
  lectern_http_requests_total: {
    kind: 'counter',
    help: 'Answered requests by route template.',
    labels: ['route', 'method', 'status'],
  },
  lectern_http_request_seconds: {
    kind: 'histogram',
    help: 'Time from the head of a request to the end of its answer, without streams of events.',
    labels: ['group'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 20],
  },
  lectern_cache_hits_total: {
    kind: 'counter',
    help: 'Look-ups of public answers.',
    labels: ['result'],
    values: ['hit', 'shared', 'stale', 'miss'],
  },
  lectern_db_up: { kind: 'gauge', help: '1 if the database has answered this scrape in time.', labels: [] },
  lectern_db_pool: { kind: 'gauge', help: 'Database connections, and those who wait for one.', labels: ['state'] },
  lectern_db_wait_seconds: {
    kind: 'histogram',
    help: 'Time until a database connection was free.',
    labels: [],
    buckets: [0.001, 0.01, 0.1, 1, 5, 20],
  },
  lectern_tasks: {
    kind: 'gauge',
    help: 'Background tasks of the whole site that wait, run or have failed.',
    labels: ['kind', 'state'],
  },
  lectern_task_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the oldest task has waited that could run now.',
    labels: ['kind'],
  },
  lectern_outbox: {
    kind: 'gauge',
    help: 'Letters of the whole site that wait or have failed.',
    labels: ['channel', 'state'],
  },
  lectern_outbox_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the oldest letter that is not sent has been waiting.',
    labels: [],
  },
  lectern_uploads_bytes_total: { kind: 'counter', help: 'Bytes of uploads that have arrived.', labels: [] },
  lectern_uploads_running: { kind: 'gauge', help: 'Uploads that this process is receiving.', labels: [] },
  lectern_file_scans: {
    kind: 'gauge',
    help: 'Files of the whole site that wait for the scanner of malware, and those in which it was found. Absent: files are not scanned.',
    labels: ['state'],
  },
  lectern_file_scan_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the file has waited that is to be scanned first.',
    labels: [],
  },
  lectern_sign_in_total: {
    kind: 'counter',
    help: 'Attempts to sign in. limited: refused by a limit; proof: a proof of work was asked for; step: a second factor or a consent was asked for.',
    labels: ['result'],
    values: ['success', 'wrong', 'limited', 'proof', 'step', 'other'],
  },
  lectern_event_loop_delay_seconds: {
    kind: 'gauge',
    help: 'Delay of the event loop since the last scrape.',
    labels: ['quantile'],
  },
  process_resident_memory_bytes: { kind: 'gauge', help: 'Memory of the process.', labels: [] },
  process_cpu_seconds_total: { kind: 'counter', help: 'Processor time of the process.', labels: [] },
  process_start_time_seconds: { kind: 'gauge', help: 'When the process was started, in Unix time.', labels: [] },
  nodejs_heap_size_used_bytes: { kind: 'gauge', help: 'Used part of the JavaScript heap.', labels: [] },
  nodejs_external_memory_bytes: { kind: 'gauge', help: 'Memory of buffers outside of the heap.', labels: [] },
} as const satisfies Record<string, Metric>

type Catalogue = typeof metricCatalogue
export type MetricName = keyof Catalogue
type NameOf<Kind extends Metric['kind']> = {
  [Name in MetricName]: Catalogue[Name]['kind'] extends Kind ? Name : never
}[MetricName]
export type CounterName = NameOf<'counter'>
export type HistogramName = NameOf<'histogram'>
export type LabelsOf<Name extends MetricName> = Readonly<Record<Catalogue[Name]['labels'][number], string>>

export const metricOf = (name: MetricName): Metric => metricCatalogue[name]
