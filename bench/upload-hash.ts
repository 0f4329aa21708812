import { request } from 'node:http'
import { join } from 'node:path'
import { startApp, startScript, withFolder, type Served } from './processes.ts'
import { median, type Result } from './results.ts'
import { beginFilm, signInAsOrganiser, untilQuiet } from './uploads.ts'

const pairs = 3
const password = 'chalk-and-lectern-7'
const pieceBytes = 256 * 1024

/** The start of a film, then zeros: what the bytes are makes no difference here. */
const firstPiece = Buffer.concat([Buffer.from('00000020667479706d70343200000000', 'hex')], pieceBytes)
const piece = Buffer.alloc(pieceBytes)

interface Sent {
  seconds: number
  /** From the last byte to the answer. */
  answeredAfter: number
}

const send = (address: string, method: string, headers: Record<string, string>, size: number): Promise<Sent> =>
  new Promise((done, failed) => {
    const began = performance.now()
    let lastByte = began
    const sending = request(address, { method, headers: { ...headers, 'content-length': String(size) } }, (answer) => {
      answer.resume()
      const now = performance.now()
      if (answer.statusCode! >= 300) failed(new Error(`${method} was answered with ${answer.statusCode}`))
      else done({ seconds: (now - began) / 1000, answeredAfter: (now - lastByte) / 1000 })
    })
    sending.once('error', failed)
    const write = async (): Promise<void> => {
      for (let at = 0; at < size; at += pieceBytes)
        if (!sending.write((at === 0 ? firstPiece : piece).subarray(0, Math.min(pieceBytes, size - at))))
          await new Promise((drained) => sending.once('drain', drained))
      sending.end(() => {
        lastByte = performance.now()
      })
    }
    write().catch(failed)
  })

const uploadFilm = async (app: Served, headers: Record<string, string>, size: number): Promise<Sent> => {
  const first = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  return send(await beginFilm(app, headers, size), 'PATCH', { ...headers, ...first }, size)
}

/** `isLarge`: with the largest film that is accepted. */
export const measureUploadHash = ({ isLarge }: { isLarge: boolean }): Promise<Result[]> =>
  withFolder(async (folder) => {
    const size = isLarge ? 2_000_000_000 : 300_000_000
    const environment = { DATA_DIR: join(folder, 'site'), ADMIN_PASSWORD: password }
    const app = await startApp(environment)
    const bare = await startScript('bare-put.ts', join(folder, 'film.mp4'))
    try {
      const headers = await signInAsOrganiser(app)
      await untilQuiet(app)
      const shares: number[] = []
      const waits: number[] = []
      for (let pair = 0; pair < pairs; pair += 1) {
        const plain = await send(bare.url, 'PUT', {}, size)
        const ours = await uploadFilm(app, headers, size)
        shares.push(plain.seconds / ours.seconds)
        waits.push(ours.answeredAfter)
      }
      return [
        {
          name: 'speed of an upload with its hash, of a bare PUT',
          value: median(shares),
          unit: '',
          target: { least: 0.5 },
        },
        { name: 'hash known after the last byte', value: Math.max(...waits), unit: 's', target: { most: 1 } },
      ]
    } finally {
      await bare.stop()
      await app.stop()
    }
  })
