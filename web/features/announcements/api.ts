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
import { endpoint } from '../../request/client.ts'

export const announcementList = endpoint<typeof listAnnouncements>('GET', '/api/announcements')
export const announcementDetails = endpoint<typeof readAnnouncement>('GET', '/api/announcements/:id')
export const announcementCreation = endpoint<typeof createAnnouncement>('POST', '/api/announcements')
export const announcementChange = endpoint<typeof saveAnnouncement>('PUT', '/api/announcements/:id')
export const announcementDeletion = endpoint<typeof deleteAnnouncement>('DELETE', '/api/announcements/:id')
export const recipientList = endpoint<typeof findRecipients>('POST', '/api/announcements/recipients')
export const announcementPreview = endpoint<typeof previewAnnouncement>('POST', '/api/announcements/preview')
export const announcementTest = endpoint<typeof testAnnouncement>('POST', '/api/announcements/test')
export const announcementSending = endpoint<typeof sendAnnouncement>('POST', '/api/announcements/:id/send')
