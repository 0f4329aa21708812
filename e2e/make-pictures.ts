import { createInspection } from '../server/features/files/inspection.ts'
import { openStorage } from '../server/installation.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/connect.ts'

// Makes the pictures of a site that has just been filled in, beside others that do the same. Each is a process: what the picture library
// may read is one switch for a whole process, and threads would turn it under each other.

const [databaseUrl = '', dataDirectory = ''] = process.argv.slice(2)
const connection = connect(databaseUrl, () => {})
const storage = await openStorage({ dataDirectory })
await createInspection({ db: connection.db, clock: systemClock, storage }).run()
await connection.close()
