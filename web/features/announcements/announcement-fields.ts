import { everyTeam } from '@lectern/contract/announcements/announcement-values.ts'
import type { Announcement, AnnouncementContent, Audience } from '@lectern/contract/announcements/announcements.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { withoutBlanks } from '../admin-ui/without-blanks.ts'

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
  title: withoutBlanks(title),
  body: withoutBlanks(body),
  link: link.trim() || null,
})
