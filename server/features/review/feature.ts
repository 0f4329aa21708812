import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { panelSignatures, sheetProgress } from '../rounds/service.ts'
import { FileStreams } from './files/file-streams.ts'
import { signaturesOf } from './panels/panel-queries.ts'
import { reviewData } from './personal-data.ts'
import { stateOf } from './present.ts'
import { reviewRoutes } from './routes.ts'
import { sheetsOf } from './sheets/sheet-queries.ts'
import { reviewTasks } from './tasks.ts'

export const reviewFeature: Feature = {
  name: 'review',
  start: ({ db, identity, report }) => {
    const streams = new FileStreams({
      db,
      lastingSessions: identity.lastingSessions,
      report: report('files at the desk of experts'),
    })
    return {
      routes: (http) => reviewRoutes(http, streams),
      listens: {
        assignment_ended: (token) => streams.hearAssignmentEnd(token),
        session: (sessionId) => streams.hearSessionEnd(sessionId),
      },
      onConnect: () => streams.catchUp(),
      onDrain: () => streams.closeAll(),
    }
  },
  tasks: reviewTasks,
  personalData: reviewData,
  demo: {
    locked: ['sheet'],
    tables: ['panel_signature', 'tie_decision', 'flag', 'sheet_version', 'sheet'],
  },
  provides: [
    provide(panelSignatures, ({ db }, ids) => signaturesOf(db, ids)),
    provide(sheetProgress, async ({ db }, ids) => {
      const sheets = ids.length === 0 ? [] : await sheetsOf(db, ids)
      return new Map(sheets.map((each) => [each.assignmentId, { state: stateOf(each), total: each.total }]))
    }),
  ],
}
