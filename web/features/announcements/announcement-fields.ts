import { everyTeam } from '@lectern/contract/announcement-values.ts'
import type { Announcement, AnnouncementContent, Audience } from '@lectern/contract/announcements.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { filled } from '../admin-ui/filled.ts'

export interface AnnouncementFields {
  audience: Audience
  title: LocalizedText
  body: LocalizedText
  link: string
}

/** A new announcement starts with teams, the most frequent audience. */
export const fieldsOf = (announcement: Announcement | undefined): AnnouncementFields =>
  announcement
    ? {
        audience: announcement.audience,
        title: announcement.title,
        body: announcement.body,
        link: announcement.link ?? '',
      }
    : { audience: everyTeam, title: {}, body: {}, link: '' }

/** Conditions on teams are sent for audiences of teams only. */
export const audienceOf = (audience: Audience): Audience =>
  audience.to === 'teams'
    ? audience
    : { ...everyTeam, to: audience.to, provinces: audience.provinces, people: audience.people }

export const contentOf = ({ audience, title, body, link }: AnnouncementFields): AnnouncementContent => ({
  audience: audienceOf(audience),
  title: filled(title),
  body: filled(body),
  link: link.trim() || null,
})
