import { expect, test } from 'vitest'
import type { Client } from '../../request/client.ts'
import { loadTeam } from './load-team.ts'

/** A client of a user with these teams. */
const clientOf = (ids: string[]): Client =>
  (async (endpoint: { path: string }, input?: { params?: { id: string } }) =>
    endpoint.path === '/api/account/teams'
      ? { teams: ids.map((id) => ({ id })), invitations: [] }
      : { id: input?.params?.id }) as unknown as Client

const load = (ids: string[], search: string) =>
  loadTeam({ params: {}, query: new URLSearchParams(search), client: clientOf(ids), covers: () => false })

test('the team in the address is shown', async () => {
  expect(await load(['a', 'b'], '?id=b')).toEqual({ team: { id: 'b' } })
})

test('without a team in the address the only team is shown, or several to choose from', async () => {
  expect([await load(['a'], ''), await load(['a', 'b'], ''), await load([], '')]).toEqual([
    { team: { id: 'a' } },
    { teams: [{ id: 'a' }, { id: 'b' }] },
    { teams: [] },
  ])
})
