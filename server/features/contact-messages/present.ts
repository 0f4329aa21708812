import type { ListedMessage, Message } from '@lectern/contract/contact-messages/contact-messages.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import type { listMessages, requireMessage } from './service.ts'

type Stored = Awaited<ReturnType<typeof requireMessage>>
type ListedRow = Awaited<ReturnType<typeof listMessages>>['list'][number]

const presentListed = ({ createdAt, ...row }: ListedRow): ListedMessage => ({
  id: row.id,
  reference: row.reference,
  name: row.name,
  contact: row.contact,
  subject: row.subject,
  state: row.state,
  createdAt: createdAt.toISOString(),
})

export const presentMessages = ({ list, ...page }: Page<ListedRow>): Page<ListedMessage> => ({
  ...page,
  list: list.map(presentListed),
})

export const presentMessage = ({ installation }: Ctx, row: Stored): Message => ({
  ...presentListed(row),
  body: row.body,
  locale: row.locale,
  sender: row.accountId && row.username ? { uid: row.accountId, username: row.username } : null,
  answers: row.answers.map(({ text, by, at }) => ({ text, by, at: at.toISOString() })),
  version: row.version,
  mail: installation.channels.includes('mail'),
})
