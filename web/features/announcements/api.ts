import type * as contract from '@lectern/contract/announcements.ts'
import { endpoint } from '../../request/client.ts'

export const listAnnouncements = endpoint<typeof contract.listAnnouncements>('GET', '/api/announcements')
export const readAnnouncement = endpoint<typeof contract.readAnnouncement>('GET', '/api/announcements/:id')
export const createAnnouncement = endpoint<typeof contract.createAnnouncement>('POST', '/api/announcements')
export const saveAnnouncement = endpoint<typeof contract.saveAnnouncement>('PUT', '/api/announcements/:id')
export const deleteAnnouncement = endpoint<typeof contract.deleteAnnouncement>('DELETE', '/api/announcements/:id')
export const findRecipients = endpoint<typeof contract.findRecipients>('POST', '/api/announcements/recipients')
export const previewAnnouncement = endpoint<typeof contract.previewAnnouncement>('POST', '/api/announcements/preview')
export const testAnnouncement = endpoint<typeof contract.testAnnouncement>('POST', '/api/announcements/test')
export const sendAnnouncement = endpoint<typeof contract.sendAnnouncement>('POST', '/api/announcements/:id/send')
