import type { Feature } from '../../platform/feature.ts'
import { LiveNotices } from './live.ts'
import { noticesData } from './personal-data.ts'
import { noticeRoutes } from './routes.ts'

export const noticesFeature: Feature = {
  name: 'notices',
  start: ({ db, identity, report }) => {
    const live = new LiveNotices({
      db,
      lastingSessions: identity.lastingSessions,
      report: report('unread notices cannot be counted; tried again soon'),
    })
    return {
      routes: (http) => noticeRoutes(http, live),
      listens: {
        notice: (accountId) => live.hearNotice(accountId),
        teammate: (accountId) => live.hearNews(accountId),
        session: (sessionId) => live.hearSessionEnd(sessionId),
      },
      onConnect: () => live.catchUp(),
      onDrain: () => live.closeAll(),
    }
  },
  demo: { tables: ['notice'] },
  personalData: noticesData,
}
