import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type {
  changeMailServer as changeEndpoint,
  MailServerAnswer,
  MailServerInput,
  removeMailServer as removeEndpoint,
} from '@lectern/contract/settings/mail-server.ts'
import { CarrierError } from '../../platform/carrier.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { createSmtpCarrier, isPlain, portOf, senderOf } from '../../platform/mail/smtp.ts'
import { t } from '../../platform/messages.ts'
import { takeIfLeft, type Allowance } from '../../platform/throttle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { asWritten, sendNotices } from '../notices/service.ts'
import { writeMail, type Letterhead } from '../outbox/service.ts'
import { requireOwner, sessionUserOf } from '../sign-in/service.ts'
import { requireControl } from '../steps/service.ts'
import { findSetting, lockSetting, otherOrganisers, writeSetting } from './queries.ts'
import {
  encryptMailPassword,
  mailUrl,
  readMailPassword,
  storedMailServer,
  type MailServerFields,
  type StoredMailServer,
} from './stored-mail-server.ts'

/** The environment of the mail settings. */
export interface MailFacts extends Letterhead {
  /** SMTP_URL: it overrides the settings of organisers. */
  operatorUrl: URL | undefined
  /** Of the site. */
  host: string
}

const subject = { kind: 'settings', id: 'mail' } as const

/** Without what depends on the reader. */
type StoredAnswer = Omit<MailServerAnswer, 'whyNot'>

const presentOperator = (url: URL, host: string): StoredAnswer => ({
  source: 'operator',
  server: {
    host: url.hostname,
    port: portOf(url),
    security: url.protocol === 'smtps:' ? 'tls' : isPlain(url) ? 'none' : 'starttls',
    username: null,
    sender: senderOf(url, host).address,
  },
  hasPassword: url.password !== '',
  version: 0,
})

export const readMailServer = async (
  { db, installation }: Ctx,
  { operatorUrl, host }: MailFacts,
): Promise<StoredAnswer> => {
  if (operatorUrl) return presentOperator(operatorUrl, host)
  const row = await findSetting(db, 'mail')
  const version = row?.version ?? 0
  const stored = storedMailServer(row?.value)
  if (!stored) return { source: 'none', server: null, hasPassword: false, version }
  const { password: _password, ...server } = stored
  const hasPassword = (await readMailPassword(installation.encryption, stored)) !== undefined
  return { source: 'office', server, hasPassword, version }
}

/**
 * The password for this host. The stored one is sent only to the host that it was entered for: otherwise somebody at
 * a signed-in browser could send it to their own server.
 */
const passwordFor = async (
  { installation }: Ctx,
  { host, security, password }: Pick<MailServerInput, 'host' | 'security' | 'password'>,
  stored: StoredMailServer | undefined,
): Promise<string> => {
  // A relay without encryption gets no password, whatever is sent along.
  if (security === 'none') return ''
  const current =
    password ?? (stored?.host === host ? await readMailPassword(installation.encryption, stored) : undefined)
  if (current === undefined) throw fail('mail.passwordNeeded').at('password')
  return current
}

type Confirmation = BodyOf<typeof removeEndpoint>

/** Letters contain codes that open accounts: changing where they go requires both factors of the organiser. */
export const requireConfirmation = (
  ctx: SignedIn,
  { ownPassword: password, secondFactor, passkey }: Omit<Confirmation, 'version'>,
): Promise<void> => requireOwner(ctx, { password, secondFactor, passkey }, 'ownPassword')

const findCurrent = async (ctx: Ctx, { operatorUrl }: MailFacts, version: number) => {
  if (operatorUrl) throw fail('mail.operatorSet')
  const row = await findSetting(ctx.db, 'mail')
  if ((row?.version ?? 0) !== version) throw fail('resource.changed')
  return storedMailServer(row?.value)
}

/** The fields for the audit log, without the password. */
const auditFields = ({ host, port, security, username, sender }: MailServerFields) => ({
  mailHost: host,
  mailPort: port,
  mailSecurity: security,
  mailUsername: username,
  mailSender: sender,
})

/** Stores the new settings in one transaction with the audit entry and the notices to other organisers. */
const store = (
  outer: SignedIn,
  version: number,
  next: { before: StoredMailServer | undefined; after: StoredMailServer | undefined; isPasswordNew: boolean },
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'mailChanged')
    const locked = await lockSetting(ctx.db, 'mail', ctx.now)
    if (locked.version !== version) throw fail('resource.changed')
    const { before, after, isPasswordNew } = next
    await writeSetting(ctx.db, 'mail', { value: { ...after }, version: version + 1, updatedAt: ctx.now })
    await audit(ctx, 'settings.changed', {
      subject,
      ...(before && { before: auditFields(before) }),
      ...(after && { after: { ...auditFields(after), ...(isPasswordNew && { mailPasswordChanged: true }) } }),
    })
    const person = asWritten(sessionUserOf(ctx.actor)!.account.username)
    const others = await otherOrganisers(ctx.db, ctx.actor.id)
    await sendNotices(
      ctx,
      others.map((id) => ({
        to: { account: id },
        kind: 'security',
        message: after ? 'mailServerChanged' : 'mailServerRemoved',
        values: after ? { person, host: asWritten(after.host) } : { person },
        link: '/Admin/Setting',
        about: ctx.actor.id,
      })),
    )
  })

export const changeMailServer = async (
  ctx: SignedIn,
  facts: MailFacts,
  { ownPassword, secondFactor, passkey, version, password, ...server }: BodyOf<typeof changeEndpoint>,
): Promise<void> => {
  const before = await findCurrent(ctx, facts, version)
  const mailPassword = await passwordFor(ctx, { ...server, password }, before)
  await requireConfirmation(ctx, { ownPassword, secondFactor, passkey })
  const after = { ...server, password: await encryptMailPassword(ctx.installation.encryption, mailPassword) }
  await store(ctx, version, { before, after, isPasswordNew: password !== undefined && server.security !== 'none' })
}

export const removeMailServer = async (ctx: SignedIn, facts: MailFacts, confirmation: Confirmation): Promise<void> => {
  const before = await findCurrent(ctx, facts, confirmation.version)
  if (!before) throw fail('mail.none')
  await requireConfirmation(ctx, confirmation)
  await store(ctx, confirmation.version, { before, after: undefined, isPasswordNew: false })
}

/** A low limit: repeated tests could be used to scan for servers. */
const tests: Allowance = { name: 'test mail', burst: 5, refillSeconds: 60 }

/** A user waits for the result. */
const patience = { patienceMilliseconds: 10_000, maxMilliseconds: 25_000 }

/** Sends one mail at once, without the outbox. */
export const testMailServer = async (ctx: SignedIn, facts: MailFacts, input: MailServerInput) => {
  if (facts.operatorUrl) throw fail('mail.operatorSet')
  const { installation, locale } = ctx
  if (installation.demo) throw fail('mail.demo')
  const password = await passwordFor(ctx, input, storedMailServer((await findSetting(ctx.db, 'mail'))?.value))
  const seconds = await takeIfLeft(ctx.db, installation.secrets, tests, ctx.actor.id, ctx.now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  await inTransaction(ctx, (inner) => audit(inner, 'settings.mailTested', { subject, after: auditFields(input) }))
  const to = sessionUserOf(ctx.actor)!.account.email ?? input.sender
  const mail = writeMail({ locale, letter: 'test', content: {}, secret: null }, facts)
  const carrier = createSmtpCarrier({ url: mailUrl(input, password), host: facts.host, ...patience })
  try {
    await carrier.send({ id: newId(), to, senderName: facts.siteTitle(locale), locale, ...mail })
    return { to, failure: null }
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    const { failure: name, detail } = error
    // A server may echo what it was sent.
    const text = password === '' ? detail : detail.replaceAll(password, '•')
    return { to, failure: { name, message: t(locale, `letter.failure.${name}`, { detail: text }) } }
  }
}
