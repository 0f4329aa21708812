import { webhookStops, webhookTypes } from '../webhooks/webhook-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How webhooks are logged. An address may contain a secret, so only its host is. */
export const webhooksAudit = {
  actions: [
    'webhook.created',
    'webhook.changed',
    'webhook.keyRenewed',
    'webhook.tested',
    'webhook.paused',
    'webhook.resumed',
    'webhook.stopped',
    'webhook.resent',
    'webhook.deleted',
  ],
  subjects: { webhook: '/Admin/Webhook' },
  codes: {
    webhookType: { label: 'office.webhooks.type.', values: webhookTypes },
    webhookStop: { label: 'office.webhooks.stopped.', values: webhookStops },
  },
  fields: {
    webhookTypes: { form: 'webhookType', label: 'office.webhooks.types' },
    webhookHost: { form: 'text', label: 'office.webhooks.host' },
    webhookStop: { form: 'webhookStop', label: 'office.webhooks.stopReason' },
    webhookStatus: { form: 'plain', label: 'office.webhooks.status' },
  },
  bySubject: {},
} as const satisfies AuditVocabulary
