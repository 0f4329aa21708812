import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Work } from '../contract/works/works.ts'
import { startApp, withFolder, type Served } from './processes.ts'
import { signInAsOrganiser, untilQuiet } from './uploads.ts'

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
      'upload-in-parts': '?1',
      'upload-length': String(bytes),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(),
    },
  })
  if (answer.status !== 201) throw new Error(`an upload was answered with ${answer.status}: ${await answer.text()}`)
  return app.url + answer.headers.get('location')!
}

const pieceHeaders = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

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

/** The demo as it is after its first start, which makes its pictures and would distort a measurement. */
export const withDemo = <T>(work: (demo: Demo) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const environment = { DATA_DIR: join(folder, 'site'), ADMIN_PASSWORD: password }
    const first = await startApp(environment)
    await untilQuiet(first)
    await first.stop()
    const app = await startApp(environment)
    try {
      const demo = { app, headers: await signInAsOrganiser(app) }
      await untilQuiet(app)
      return await work(demo)
    } finally {
      await app.stop()
    }
  })
