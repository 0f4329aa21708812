/** What a webhook may tell of. Names and the fields of their `data` stay the same within a version. */
export const webhookTypes = [
  'enrolment.approved',
  'work.accepted',
  'list.announced',
  'certificate.issued',
  'certificate.revoked',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** `failing`: the last attempt failed. `stopped`: the program has switched it off. */
export const webhookStates = ['active', 'failing', 'paused', 'stopped'] as const

/** Why the program has switched one off: no success for three days, or the address answered 410. */
export const webhookStops = ['failing', 'gone'] as const
export type WebhookStop = (typeof webhookStops)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an attempt has no answer. */
export const webhookFailures = ['privateAddress', 'unknownHost', 'unreachable', 'encryption', 'timeout', 'key'] as const
export type WebhookFailure = (typeof webhookFailures)[number]

export const maxWebhooks = 20
export const maxWebhookName = 60
export const maxWebhookAddress = 500

/** What is kept of an answer, in characters. */
export const maxAnswerText = 500
/** What is kept of the answers to one delivery: the newest. */
export const maxAnswers = 20

/** How long the former key signs too after a new one was made. */
export const keyOverlapHours = 24
/** How long deliveries are kept. */
export const deliveryDays = 30
