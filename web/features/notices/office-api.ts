import type { listAnnouncements, measureAudience, sendAnnouncement } from '@lectern/contract/notices.ts'
import { reach } from '../../request/client.ts'

export const announcementList = reach<typeof listAnnouncements>('GET', '/api/notices/sent')
export const audienceSize = reach<typeof measureAudience>('GET', '/api/notices/audience/:to')
export const announcementSending = reach<typeof sendAnnouncement>('POST', '/api/notices')
