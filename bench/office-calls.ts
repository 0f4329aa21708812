import type { Portal } from './portals.ts'
import { median } from './results.ts'

/** Filled with rows; with the cookie of an organiser. */
export type OfficePortal = Portal<{ cookie: string }>

export const ask = async ({ app, filling: { cookie } }: OfficePortal, path: string): Promise<Response> => {
  const answer = await fetch(`${app.url}${path}`, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

/** Milliseconds of one call. */
export const timeOf = async (portal: OfficePortal, path: string): Promise<number> => {
  const began = performance.now()
  await (await ask(portal, path)).arrayBuffer()
  return performance.now() - began
}

const rounds = 40

/** Medians of alternating requests, so that other load affects all of them. */
export const compare = async (calls: (() => Promise<number>)[]): Promise<number[]> => {
  const times = calls.map(() => [] as number[])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, each] of calls.entries()) times[index]!.push(await each())
  return times.map(median)
}
