import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Work } from '../contract/works.ts'
import { pdfSample } from '../server/testing/document-samples.ts'
import { writeBigFilm } from './big-film.ts'
import { drive } from './pace.ts'
import { startApp, withFolder, type Served } from './processes.ts'
import type { ReaderJob, ReaderReport } from './reader-load.ts'
import { median, quantile, type Result } from './results.ts'
import { maxMemory, signInAsOrganiser, untilQuiet } from './uploads.ts'
import { startWorker } from './workers.ts'

const megabyte = 1024 * 1024
const password = 'chalk-and-lectern-7'

/** The demo, with an organiser who acts for its teams. */
export interface Demo {
  app: Served
  headers: Record<string, string>
}

export const readAs = async <Data>({ app, headers }: Demo, path: string): Promise<Data> => {
  const answer = await fetch(`${app.url}${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return ((await answer.json()) as { data: Data }).data
}

const readWork = (demo: Demo, id: string): Promise<Work> => readAs(demo, `/api/works/${id}`)

export const allWorks = async (demo: Demo): Promise<Work[]> => {
  const { list } = await readAs<{ list: { id: string }[] }>(demo, '/api/works?pageSize=50')
  return Promise.all(list.map(({ id }) => readWork(demo, id)))
}

export const beginUpload = async ({ app, headers }: Demo, { id, files }: Work, part: string, bytes: number) => {
  const replaces = files.find((file) => file.part === part)?.id
  const metadata = { filename: part, purpose: 'work', work: id, part, ...(replaces && { replaces }) }
  const answer = await fetch(`${app.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(),
    },
  })
  if (answer.status !== 201) throw new Error(`an upload was answered with ${answer.status}: ${await answer.text()}`)
  return app.url + answer.headers.get('location')!
}

export const pieceHeaders = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

/** Waits until the file that was uploaded last has been inspected. */
export const untilChecked = async (demo: Demo, address: string, workId: string): Promise<void> => {
  const id = address.split('/').at(-1)
  for (;;) {
    const { files } = await readWork(demo, workId)
    if (files.some((file) => file.id === id && file.isChecked)) return
    await sleep(50)
  }
}

/** Puts a file into a part of a work, in place of the one that is there. */
export const handIn = async (demo: Demo, workId: string, part: string, content: Buffer): Promise<string> => {
  const address = await beginUpload(demo, await readWork(demo, workId), part, content.length)
  const answer = await fetch(address, {
    method: 'PATCH',
    headers: { ...demo.headers, ...pieceHeaders },
    body: new Uint8Array(content),
  })
  if (answer.status !== 204) throw new Error(`a file was answered with ${answer.status}`)
  return address
}

const inspect = async (demo: Demo, workId: string, content: Buffer): Promise<void> =>
  untilChecked(demo, await handIn(demo, workId, 'plan', content), workId)

const lanes = 4
const rounds = 3
const readingSeconds = 4
const readsPerSecond = 100

/** Latency of a cached page at rest, and while four documents are inspected all the time; in turn. */
const compareReading = async (demo: Demo, open: readonly Work[]): Promise<Result[]> => {
  const readers = startWorker<ReaderJob, ReaderReport>('reader-load.ts')
  const content = await pdfSample(400)
  const readAll = async (): Promise<number> => {
    const pace = { perSecond: readsPerSecond }
    const { times } = await readers.perform({ urls: [demo.app.url], pace, seconds: readingSeconds })
    return quantile(times, 0.99)
  }
  let inspections = 0
  const readMeanwhile = async (): Promise<number> => {
    let isOver = false
    const lane = async ({ id }: Work): Promise<void> => {
      while (!isOver) {
        await inspect(demo, id, content)
        inspections += 1
      }
    }
    const inspecting = open.slice(0, lanes).map(lane)
    const waited = await readAll()
    isOver = true
    await Promise.all(inspecting)
    return waited
  }
  try {
    await readAll()
    await readMeanwhile()
    inspections = 0
    const pairs: { quiet: number; busy: number }[] = []
    for (let round = 0; round < rounds; round += 1) pairs.push({ quiet: await readAll(), busy: await readMeanwhile() })
    return [
      { name: 'documents of 400 pages inspected meanwhile', value: inspections, unit: 'requests' },
      { name: 'p99 of / while nothing is inspected', value: median(pairs.map(({ quiet }) => quiet)), unit: 'ms' },
      {
        name: 'p99 of / while four inspections run, of none',
        value: median(pairs.map(({ quiet, busy }) => busy / quiet)),
        unit: '',
        target: { most: 3 },
      },
    ]
  } finally {
    await readers.stop()
  }
}

const sendFile = (address: string, path: string, size: number, headers: Record<string, string>): Promise<void> =>
  new Promise((done, failed) => {
    const length = { 'content-length': String(size) }
    const sending = request(
      address,
      { method: 'PATCH', headers: { ...headers, ...pieceHeaders, ...length } },
      (answer) => {
        answer.resume()
        if (answer.statusCode === 204) done()
        else failed(new Error(`a film was answered with ${answer.statusCode}`))
      },
    )
    pipeline(createReadStream(path), sending).catch(failed)
  })

/** Memory of the server while a film of a work arrives and is inspected. */
const measureFilm = async (demo: Demo, folder: string, work: Work, size: number): Promise<Result[]> => {
  const path = join(folder, 'film.mp4')
  await writeBigFilm(path, size, 'first')
  const { memory: rest } = await demo.app.usage()
  const began = performance.now()
  const most = await maxMemory(demo.app, async () => {
    const address = await beginUpload(demo, work, 'film', size)
    await sendFile(address, path, size, demo.headers)
    await untilChecked(demo, address, work.id)
  })
  const name = `a film of ${size / 1_000_000} MB in a work`
  return [
    { name: `${name}: uploaded and inspected`, value: (performance.now() - began) / 1000, unit: 's' },
    {
      name: `${name}: memory beyond that at rest`,
      value: (most - rest) / megabyte,
      unit: 'MB',
      target: { most: 80 },
    },
  ]
}

const receiptSeconds = 3

const measureReceipts = async ({ app, headers }: Demo, works: readonly Work[]): Promise<Result[]> => {
  const { id, submissions } = works.find((work) => work.submissions.length > 0)!
  const address = `${app.url}/api/works/${id}/submissions/${submissions[0]!.number}/receipt.pdf`
  const readReceipt = async (): Promise<void> => {
    const answer = await fetch(address, { headers })
    if (answer.status !== 200) throw new Error(`a receipt was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }
  // The first one loads the fonts.
  await readReceipt()
  const { count, seconds } = await drive(readReceipt, lanes, receiptSeconds)
  return [{ name: 'receipts as PDF in a second', value: count / seconds, unit: '' }]
}

/** The demo as it is after its first start, which makes its pictures and would distort a measurement. */
export const withDemo = <T>(work: (demo: Demo, folder: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const environment = { DATA_DIR: join(folder, 'site'), ADMIN_PASSWORD: password }
    const first = await startApp(environment)
    await untilQuiet(first)
    await first.stop()
    const app = await startApp(environment)
    try {
      const demo = { app, headers: await signInAsOrganiser(app) }
      await untilQuiet(app)
      return await work(demo, folder)
    } finally {
      await app.stop()
    }
  })

/** What handing in costs everybody else. `isLarge`: with a film of 1 GB. */
export const measureHandingIn = ({ isLarge }: { isLarge: boolean }): Promise<Result[]> =>
  withDemo(async (demo, folder) => {
    const works = await allWorks(demo)
    const open = works.filter(({ may }) => may.edit === null)
    if (open.length < lanes) throw new Error(`the demo has only ${open.length} works that can be changed`)
    return [
      ...(await measureFilm(demo, folder, open[0]!, isLarge ? 1_000_000_000 : 300_000_000)),
      ...(await measureReceipts(demo, works)),
      ...(await compareReading(demo, open)),
    ]
  })
