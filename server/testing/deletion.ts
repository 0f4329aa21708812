import { foreseeDeletion } from '@lectern/contract/accounts/my-data.ts'
import type { TestPerson } from './people.ts'
import type { Answer, TestSite } from './site.ts'
import { ownPassword } from './owners.ts'

/** Deletes an account as its owner does, after reading what happens to the teams they lead. */
export const deleteAccountOf = async (
  site: Pick<TestSite, 'call'>,
  { username, headers }: Pick<TestPerson, 'username' | 'headers'>,
): Promise<Answer> => {
  const foreseen = await site.call('GET', '/api/account/deletion', { headers })
  const led = foreseen.status === 200 ? foreseen.data(foreseeDeletion).teams : []
  const body = { username, password: ownPassword, teams: led.map(({ id }) => id) }
  return site.call('POST', '/api/account/deletion', { headers, body })
}
