import { outboxStates } from '../accounts/account-values.ts'
import { audienceBases, audienceStates } from '../announcements/announcement-values.ts'
import { messageStates } from '../contact-messages/message-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How notices, announcements and messages are logged. */
export const communicationAudit = {
  actions: [
    'outbox.retried',
    'notice.sent',
    'announcement.created',
    'announcement.updated',
    'announcement.deleted',
    'announcement.tested',
    'announcement.sent',
    'message.received',
    'message.answered',
    'message.closed',
    'message.reopened',
  ],
  subjects: {
    outbox: '/Admin/Outbox',
    notice: '/Admin/Announcement',
    announcement: '/Admin/Announcement/Edit?id={id}',
    message: '/Admin/Message/{id}',
  },
  codes: {
    outboxState: { label: 'office.outbox.state.', values: outboxStates },
    audienceBase: { label: 'office.announcements.to.', values: audienceBases },
    audienceState: { label: 'office.announcements.states.', values: audienceStates },
    messageState: { label: 'office.messages.state.', values: messageStates },
  },
  fields: {
    audience: 'plain',
    reference: 'text',
    states: 'audienceState',
    to: 'audienceBase',
  },
  bySubject: {
    message: { state: { form: 'messageState' } },
    outbox: { state: { form: 'outboxState' } },
  },
} as const satisfies AuditVocabulary
