import { createInspection } from '../server/features/files/inspection.ts'
import { openStorage } from '../server/installation.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/connect.ts'

// Makes the pictures of a freshly seeded site, in parallel with others. Each runs in its own process: the formats that
// the picture library may read are a switch of the whole process, so threads would change it for each other.

const [databaseUrl = '', dataDirectory = ''] = process.argv.slice(2)
const connection = connect(databaseUrl, () => {})
const storage = await openStorage({ dataDirectory })
await createInspection({ db: connection.db, clock: systemClock, storage }).run()
await connection.close()
