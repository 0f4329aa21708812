import { createHash } from 'node:crypto'
import { countParts, placeOfPart } from '@lectern/contract/files/part-values.ts'
import { completeUpload, linkUploadParts, readUploadParts } from '@lectern/contract/files/uploads.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { english, type TestPerson } from './people.ts'
import type { TestSite } from './site.ts'

const encode = (text: string): string => Buffer.from(text).toString('base64')

export const hashOfPart = (content: Buffer): string => createHash('sha256').update(content).digest('base64')
export const hashOfWhole = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** The uploads of one user whose browser sends parts to the bucket. */
export const partUploaderOf = (site: Pick<TestSite, 'ask' | 'call'>, person: TestPerson) => {
  const as = { headers: english(person) }

  const begin = async (target: Record<string, string>, size: number, name: string) => {
    const metadata = Object.entries({ filename: name, purpose: 'work', ...target })
    const headers = {
      ...as.headers,
      'tus-resumable': '1.0.0',
      'upload-in-parts': '?1',
      'upload-length': String(size),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${encode(value)}`).join(),
    }
    const answer = await site.call('POST', '/api/uploads', { headers })
    const path = answer.headers.get('location') ?? ''
    const partBytes = Number(answer.headers.get('upload-part-length') ?? 0)
    return { answer, path, id: path.split('/').at(-1) as FileId, partBytes }
  }

  const cut = (content: Buffer, partBytes: number, number: number): Buffer => {
    const { start, end } = placeOfPart(content.length, partBytes, number)
    return content.subarray(start, end)
  }

  const link = (id: FileId, parts: { number: number; content: Buffer }[], arrived = 0) =>
    site.ask(linkUploadParts, {
      ...as,
      params: { id },
      body: { arrived, parts: parts.map(({ number, content }) => ({ number, sha256: hashOfPart(content) })) },
    })

  const put = (url: string, content: Buffer, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'PUT',
      headers: { 'x-amz-checksum-sha256': hashOfPart(content), ...headers },
      body: new Uint8Array(content),
    })

  const sendParts = async (
    { id, partBytes }: { id: FileId; partBytes: number },
    content: Buffer,
    numbers = Array.from({ length: countParts(content.length, partBytes) }, (_, index) => index + 1),
  ): Promise<void> => {
    for (const number of numbers) {
      const part = cut(content, partBytes, number)
      const { links } = (await link(id, [{ number, content: part }], (number - 1) * partBytes)).data
      const { status } = await put(links[0]!.url, part)
      if (status !== 200) throw new Error(`part ${number} was answered with ${status}`)
    }
  }

  const complete = (id: FileId, sha256: string) => site.ask(completeUpload, { ...as, params: { id }, body: { sha256 } })

  return {
    begin,
    cut,
    link,
    put,
    sendParts,
    complete,
    parts: (id: FileId) => site.ask(readUploadParts, { ...as, params: { id } }),
    /** The id of a file that has arrived whole. */
    whole: async (target: Record<string, string>, content: Buffer, name = 'plan.pdf'): Promise<FileId> => {
      const begun = await begin(target, content.length, name)
      await sendParts(begun, content)
      const { status } = await complete(begun.id, hashOfWhole(content))
      if (status !== 200) throw new Error(`the completion was answered with ${status}`)
      return begun.id
    },
  }
}
