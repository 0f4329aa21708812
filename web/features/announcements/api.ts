import type {
  createAnnouncement,
  deleteAnnouncement,
  findRecipients,
  listAnnouncements,
  previewAnnouncement,
  readAnnouncement,
  saveAnnouncement,
  sendAnnouncement,
  testAnnouncement,
} from '@lectern/contract/announcements.ts'
import { reach } from '../../request/client.ts'

export const announcementList = reach<typeof listAnnouncements>('GET', '/api/announcements')
export const announcementDetails = reach<typeof readAnnouncement>('GET', '/api/announcements/:id')
export const announcementCreation = reach<typeof createAnnouncement>('POST', '/api/announcements')
export const announcementChange = reach<typeof saveAnnouncement>('PUT', '/api/announcements/:id')
export const announcementDeletion = reach<typeof deleteAnnouncement>('DELETE', '/api/announcements/:id')
export const recipientList = reach<typeof findRecipients>('POST', '/api/announcements/recipients')
export const announcementPreview = reach<typeof previewAnnouncement>('POST', '/api/announcements/preview')
export const announcementTest = reach<typeof testAnnouncement>('POST', '/api/announcements/test')
export const announcementSending = reach<typeof sendAnnouncement>('POST', '/api/announcements/:id/send')
