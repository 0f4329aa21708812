import { request } from 'node:http'
import type { Failure } from '@lectern/contract/envelope.ts'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { TestPerson } from './people.ts'
import type { TestSite } from './site.ts'

type Headers = Record<string, string>

const tus = { 'tus-resumable': '1.0.0' }
const pieces = { ...tus, 'content-type': 'application/offset+octet-stream' }
const encode = (text: string): string => Buffer.from(text).toString('base64')

interface Announced {
  size: number
  purpose?: FilePurpose
  name?: string
  /** What the upload belongs to. */
  target?: Record<string, string>
}

/** The uploads of one user, sent like a tus client. */
export const uploaderOf = (site: Pick<TestSite, 'url' | 'call'>, person: Pick<TestPerson, 'headers'>) => {
  const begin = async ({ size, purpose = 'answer', name = 'notes.txt', target = {} }: Announced) => {
    const metadata = { filename: name, purpose, ...target }
    const headers = {
      ...tus,
      ...person.headers,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${encode(value)}`)
        .join(),
    }
    const answer = await site.call('POST', '/api/uploads', { headers })
    const location = answer.headers.get('location') ?? ''
    return { answer, path: location, id: location.split('/').at(-1) as FileId }
  }

  const look = (path: string) => site.call('HEAD', path, { headers: { ...tus, ...person.headers } })

  const send = async (path: string, offset: number, content: Buffer, headers: Headers = {}) => {
    const response = await fetch(site.url + path, {
      method: 'PATCH',
      headers: { ...pieces, ...person.headers, 'upload-offset': String(offset), ...headers },
      body: new Uint8Array(content),
    })
    const text = await response.text()
    const error = text === '' ? undefined : (JSON.parse(text) as { data: Failure }).data.error
    return { status: response.status, offset: response.headers.get('upload-offset'), error, headers: response.headers }
  }

  /** Sends the start of an announced body, and leaves the connection open. */
  const trickle = (path: string, offset: number, announced: number) => {
    const sending = request(site.url + path, {
      method: 'PATCH',
      headers: {
        ...pieces,
        ...person.headers,
        'upload-offset': String(offset),
        'content-length': String(announced),
      },
    })
    const ended = new Promise<void>((done) => sending.once('close', () => done()))
    // It is cut on purpose, by either side.
    sending.on('error', () => undefined)
    return {
      write: (content: Buffer) => new Promise<void>((done) => sending.write(content, () => done())),
      cut: async () => {
        sending.destroy()
        await ended
      },
      ended,
    }
  }

  const whole = async (announced: Omit<Announced, 'size'>, content: Buffer) => {
    const begun = await begin({ ...announced, size: content.length })
    return { ...begun, sent: await send(begun.path, 0, content) }
  }

  const cancel = (path: string) => site.call('DELETE', path, { headers: { ...tus, ...person.headers } })

  return { begin, look, send, trickle, whole, cancel }
}
