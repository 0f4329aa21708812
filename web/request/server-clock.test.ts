import { expect, it } from 'vitest'
import { readServerClock } from './server-clock.ts'

const hostAt = (date: string | null) => {
  let elapsed = 1_000
  return {
    elapsed: () => elapsed,
    pass: (milliseconds: number) => {
      elapsed += milliseconds
    },
    fetch: async () => {
      elapsed += 200
      return new Response(null, { headers: date === null ? {} : { date } })
    },
  }
}

it("continues from the server's time, corrected by half the round trip", async () => {
  const host = hostAt('Tue, 20 May 2031 12:00:00 GMT')
  const now = await readServerClock(host)
  const measured = now()
  host.pass(60_000)
  expect([new Date(measured).toISOString(), now() - measured]).toEqual(['2031-05-20T12:00:00.600Z', 60_000])
})

it('fails when the server sends no date', async () => {
  await expect(readServerClock(hostAt(null))).rejects.toThrow('what time it is')
})
