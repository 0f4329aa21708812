import type { MessageId } from '@lectern/messages/message-id.ts'
const described = [200, 201, 202, 204, 400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504] as const

/** The message for an HTTP status; the status text if there is none. */
export const describeStatus = (status: number, statusText: string): { key: MessageId } | { text: string } => {
  const name = described.find((one) => one === status)
  return name ? { key: `request.status.${name}` } : { text: statusText }
}
