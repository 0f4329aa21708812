import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson } from '../../testing/people.ts'
import { startS3, type S3Server } from '../../testing/s3.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { uploaderOf } from '../../testing/uploads.ts'

let s3: S3Server
let site: TestSite
let office: ReturnType<typeof uploaderOf>
beforeAll(async () => {
  s3 = await startS3()
  site = await startSite({ config: { s3: s3.config }, withJobs: true })
  office = uploaderOf(site, await createPerson(site, { access: 'admin' }))
})
afterAll(async () => {
  await site.drain.begin()
  await site.close()
  await s3.close()
})

const fetchWhenStored = (path: string, headers: Record<string, string> = {}) =>
  eventually(async () => {
    const answer = await fetch(site.url + path, { headers })
    const content = Buffer.from(await answer.arrayBuffer())
    expect(answer.ok).toBe(true)
    return { status: answer.status, content }
  })

it('a film goes into a bucket piece by piece, and is read from its middle', async () => {
  const film = Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    randomBytes(9 * 1024 ** 2),
  ])
  const { path, id } = await office.begin({ purpose: 'video', name: 'film.mp4', size: film.length })
  expect((await office.send(path, 0, film.subarray(0, 1_000_000))).offset).toBe('1000000')
  expect((await office.send(path, 1_000_000, film.subarray(1_000_000))).offset).toBe(String(film.length))
  const whole = await fetchWhenStored(`/api/files/${id}`)
  expect(whole.content.equals(film)).toBe(true)
  const part = await fetchWhenStored(`/api/files/${id}`, { range: 'bytes=5000000-5000009' })
  expect([part.status, part.content]).toEqual([206, film.subarray(5_000_000, 5_000_010)])
})

it('a picture is made there too', async () => {
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1677ff' } })
    .png()
    .toBuffer()
  const { id } = await office.whole({ purpose: 'picture', name: 'photo.png' }, photo)
  const { content } = await fetchWhenStored(`/api/files/${id}/320.avif`)
  expect((await sharp(content).metadata()).width).toBe(320)
})
