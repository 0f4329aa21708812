import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, withFolder, type Served } from './processes.ts'
import type { Result } from './results.ts'

const megabyte = 1024 * 1024
const size = 1_000_000_000
const cuts = 10
export const organiserPassword = 'chalk-and-lectern-7'
const pieceBytes = 64 * 1024

/** The uploaded video: with a valid header and incompressible content. */
const film = (() => {
  const block = Buffer.alloc(1_000_003)
  for (let at = 0, state = 7; at < block.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    block[at] = state >>> 16
  }
  const head = Buffer.from('00000020667479706d70343200000000', 'hex')
  return (start: number, end: number): Buffer => {
    const piece = Buffer.allocUnsafe(end - start)
    for (let at = start; at < end;) {
      const offset = at % block.length
      at += block.copy(piece, at - start, offset, Math.min(block.length, offset + end - at))
    }
    if (start < head.length) head.copy(piece, 0, start)
    return piece
  }
})()

const digestOfFilm = (): string => {
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += megabyte) hash.update(film(at, Math.min(size, at + megabyte)))
  return hash.digest('hex')
}

export const signInAsOrganiser = async ({ url }: Served): Promise<Record<string, string>> => {
  const answer = await fetch(`${url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'admin', password: organiserPassword }),
  })
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`)
  return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, 'tus-resumable': '1.0.0' }
}

type Headers = Record<string, string>

export const beginFilm = async ({ url }: Served, headers: Headers, bytes: number): Promise<string> => {
  const metadata = `filename ${btoa('film.mp4')},purpose ${btoa('video')}`
  const answer = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes), 'upload-metadata': metadata },
  })
  return url + answer.headers.get('location')!
}

const offsetOf = async (address: string, headers: Headers): Promise<number> =>
  Number((await fetch(address, { method: 'HEAD', headers })).headers.get('upload-offset'))

/** Sends from `start` and cuts the connection at `cut`, or waits for the response at the end. */
const send = (address: string, headers: Headers, start: number, cut: number): Promise<void> =>
  new Promise((done, failed) => {
    const sending = request(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(start),
        'content-length': String(size - start),
      },
    })
    sending.once('response', (answer) => {
      answer.resume()
      if (answer.statusCode === 204) done()
      else failed(new Error(`a piece was answered with ${answer.statusCode}`))
    })
    sending.once('error', (error) => (cut < size ? done() : failed(error)))
    const write = async (): Promise<void> => {
      for (let at = start; at < cut; at += pieceBytes)
        if (!sending.write(film(at, Math.min(cut, at + pieceBytes))))
          await new Promise((drained) => sending.once('drain', drained))
      if (cut < size) sending.destroy(new Error('cut off on purpose'))
      else sending.end()
    }
    write().catch(failed)
  })

const upload = async (app: Served, headers: Headers): Promise<string> => {
  const address = await beginFilm(app, headers, size)
  const step = Math.floor(size / (cuts + 1))
  for (let part = 1; part <= cuts + 1; part += 1) {
    const cut = part > cuts ? size : part * step
    // The server may still be storing what came before the last cut.
    for (let tries = 0; ; tries += 1)
      try {
        await send(address, headers, await offsetOf(address, headers), cut)
        break
      } catch (error) {
        if (tries === 20) throw error
        await sleep(200)
      }
  }
  return address.split('/').at(-1)!
}

const untilStored = async ({ url }: Served, headers: Headers, id: string): Promise<void> => {
  for (;;) {
    const answer = await fetch(`${url}/api/files/${id}/state`, { headers })
    const { data } = (await answer.json()) as { data: { state: string } }
    if (data.state === 'stored') return
    if (data.state === 'refused') throw new Error('the film was refused')
    await sleep(100)
  }
}

const digestOf = async ({ url }: Served, id: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of (await fetch(`${url}/api/files/${id}`)).body!) hash.update(piece)
  return hash.digest('hex')
}

/** The peak memory of the server during the work. */
export const maxMemory = async (app: Served, work: () => Promise<void>): Promise<number> => {
  let most = 0
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      most = Math.max(most, (await app.usage()).memory)
      await sleep(100)
    }
  }
  const watching = watch()
  await work().finally(() => {
    isOver = true
  })
  await watching
  return most
}

/** Waits until the demo's pictures are processed, which would distort the measurement. */
export const untilQuiet = async (app: Served): Promise<void> => {
  for (let before = (await app.usage()).cpuSeconds, quiet = 0; quiet < 3;) {
    await sleep(1_000)
    const { cpuSeconds } = await app.usage()
    quiet = cpuSeconds - before < 0.1 ? quiet + 1 : 0
    before = cpuSeconds
  }
}

export const measureUploads = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const environment = { DATA_DIR: folder, ADMIN_PASSWORD: organiserPassword }
    const first = await startApp(environment)
    await untilQuiet(first)
    await first.stop()
    const app = await startApp(environment)
    try {
      const headers = await signInAsOrganiser(app)
      await untilQuiet(app)
      const rest = (await app.usage()).memory
      let id = ''
      const began = performance.now()
      const most = await maxMemory(app, async () => {
        id = await upload(app, headers)
        await untilStored(app, headers, id)
      })
      const seconds = (performance.now() - began) / 1_000
      const isSame = (await digestOf(app, id)) === digestOfFilm()
      return [
        { name: 'upload of 1 GB with ten cuts: memory before it', value: rest / megabyte, unit: 'MB' },
        {
          name: 'upload of 1 GB: memory beyond that at its most',
          value: (most - rest) / megabyte,
          unit: 'MB',
          target: { most: 80 },
        },
        {
          name: 'upload of 1 GB: arrived with the same SHA-256 (1: yes)',
          value: Number(isSame),
          unit: '',
          target: { least: 1 },
        },
        { name: 'upload of 1 GB: until it was stored', value: seconds, unit: 's' },
      ]
    } finally {
      await app.stop()
    }
  })
