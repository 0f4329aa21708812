import { workerData } from 'node:worker_threads'
import { createInspection } from '../server/features/files/inspection.ts'
import { openStorage } from '../server/installation.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/connect.ts'

// Makes the pictures of a site that has just been filled in, beside others that do the same.

const { databaseUrl, dataDirectory } = workerData as { databaseUrl: string; dataDirectory: string }
const connection = connect(databaseUrl, () => {})
const storage = await openStorage({ dataDirectory })
await createInspection({ db: connection.db, clock: systemClock, storage }).run()
await connection.close()
