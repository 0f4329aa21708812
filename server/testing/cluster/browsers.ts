import { setTimeout as sleep } from 'node:timers/promises'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import { followEvents, type Followed } from '../events.ts'
import type { TestPerson } from '../people.ts'
import type { TestSite } from '../site.ts'
import { uploaderOf } from '../uploads.ts'

/** What browsers do beside sending a request again: they resume uploads, and reconnect to live notices. */

const pause = 250
const maxPieces = 60

interface Upload {
  purpose: FilePurpose
  name: string
  target: Record<string, string>
  content: Buffer
  pieces: number
}

/** Sends a file in pieces; after a failure it asks how far the upload has come, and goes on there. */
export const uploadInPieces = async (
  site: TestSite,
  person: TestPerson,
  { content, pieces, ...announced }: Upload,
): Promise<void> => {
  const uploads = uploaderOf(site, person)
  const { answer, path } = await uploads.begin({ ...announced, size: content.length })
  if (answer.status !== 201) throw new Error(`an upload was refused: ${answer.text}`)
  const length = Math.ceil(content.length / pieces)
  let offset = 0
  for (let left = maxPieces; offset < content.length; left -= 1) {
    if (left === 0) throw new Error(`an upload has come no further than ${offset}`)
    const sent = await uploads.send(path, offset, content.subarray(offset, offset + length)).catch(() => undefined)
    if (sent?.status === 204) {
      offset = Number(sent.offset)
      continue
    }
    await sleep(pause)
    offset = Number((await uploads.look(path)).headers.get('upload-offset'))
  }
}

export interface LiveNotices {
  /** Waits until at least this many unread notices were announced. */
  hears(count: number): Promise<void>
  leave(): Promise<void>
}

/** Follows the number of a person's unread notices, with a new stream whenever one ends. */
export const followNotices = (site: TestSite, person: TestPerson): LiveNotices => {
  let [unread, isOver] = [0, false]
  let stream: Followed | undefined
  const read = async (): Promise<void> => {
    stream = await followEvents(site, '/api/notices/live', person.headers)
    for (let event = await stream.next(); event !== 'end'; event = await stream.next()) {
      const [name, data] = event.split(' ')
      if (name === 'unread') unread = Number(data)
    }
  }
  const followed = (async () => {
    while (!isOver) {
      await read().catch(() => undefined)
      if (!isOver) await sleep(pause)
    }
  })()
  return {
    hears: async (count) => {
      for (let left = 960; unread < count; left -= 1) {
        if (left === 0) throw new Error(`no live notice came to ${person.username}`)
        await sleep(pause)
      }
    },
    leave: async () => {
      isOver = true
      await stream?.leave().catch(() => undefined)
      await followed
    },
  }
}
