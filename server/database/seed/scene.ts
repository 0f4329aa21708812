import { dutiesOf } from '../../features/accounts/service.ts'
import type { SessionId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import type { Installation, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { SeedPerson } from './people.ts'

/** Where the people of the demo act. */
export interface Scene {
  installation: Installation
  db: Database
  people: readonly SeedPerson[]
  organiser: SeedPerson
  /** Ends the seeding between two steps. */
  signal?: AbortSignal | undefined
}

/** No letters are sent from it. */
export const createScene = (
  db: Database,
  { installation, storage, signal }: Pick<Scene, 'installation' | 'signal'> & { storage: Storage },
  people: readonly SeedPerson[],
): Scene => {
  const organiser = people.find(({ access }) => access === 'admin')!
  return { installation: { ...installation, storage, channels: [] }, db, people, organiser, signal }
}

/** What somebody did at a moment in the past, as if they had asked for it then. */
export const actingAs = ({ installation, db }: Scene, { id, access }: SeedPerson, now: Date): SignedIn => ({
  actor: {
    kind: 'account',
    id,
    access,
    sessionId: newId<SessionId>(now),
    lacksSecondFactor: false,
    ...dutiesOf(access, { duties: null, activities: null }),
  },
  now,
  db,
  requestId: newId<string>(now),
  locale: defaultLocale,
  caller: { address: '', userAgent: '' },
  installation,
  remember: (_key, find) => find(),
})
