import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { readMail, type ReadMail } from './read-mail.ts'

interface ReceivedMail extends ReadMail {
  /** Of the envelope. */
  from: string
  to: string
  encrypted: boolean
  /** Absent: nobody signed in. */
  user?: string
}

type Refusal = { at: 'sender' | 'recipient' | 'content'; code: number; words: string }

/** The server's behaviour for the next mails. */
export type Manners =
  | 'take'
  /** Disconnects before the mail is accepted. */
  | 'drop'
  /** Accepts the mail and disconnects instead of confirming. */
  | 'takeAndDrop'
  /** Reads everything and never responds. */
  | 'silent'
  | Refusal

export interface Postbox {
  port: number
  mails: ReceivedMail[]
  /** The server's URL, as an operator writes it. */
  url(options?: { user?: string; password?: string; from?: string }): URL
  behave(manners: Manners): void
  close(): Promise<void>
}

interface PostboxOptions {
  /** The only accepted credentials. */
  credentials?: { user: string; password: string }
  /** TLS from the first byte. */
  secure?: boolean
  /** Without STARTTLS. */
  plain?: boolean
}

/** A local mail server that stores what it receives; its certificate is self-signed. */
export const startPostbox = async ({
  credentials,
  secure = false,
  plain = false,
}: PostboxOptions = {}): Promise<Postbox> => {
  let manners: Manners = 'take'
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const breakOff = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  /** Continues unless mails are refused at this point. */
  const answer = (at: Refusal['at'], goOn: (error?: Error | null) => void): void => {
    if (manners === 'silent') return
    const refusal = typeof manners === 'object' && manners.at === at ? manners : undefined
    goOn(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
  }
  const server = new SMTPServer({
    secure,
    logger: false,
    authOptional: !credentials,
    disabledCommands: [...(plain ? ['STARTTLS' as const] : []), ...(credentials ? [] : ['AUTH' as const])],
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === credentials?.user && password === credentials?.password
      done(null, isKnown ? { user: username } : { message: 'no such user or password', responseCode: 535 })
    },
    onMailFrom: (_address, _session, done) => answer('sender', done),
    onRcptTo: (_address, _session, done) => answer('recipient', done),
    onData: async (stream, { envelope, secure: encrypted, user }, done) => {
      // A client that disconnects in the middle has sent no mail.
      const content = await buffer(stream).catch(() => undefined)
      if (!content) return
      if (manners === 'drop') return breakOff()
      if (typeof manners === 'object') return answer('content', done)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address).join(' ')
      const mail = readMail(content.toString('latin1'))
      mails.push({ ...mail, from, to, encrypted, ...(user && { user: String(user) }) })
      return manners === 'takeAndDrop' ? breakOff() : done()
    },
  })
  // Some tests are about broken connections.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  listening.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    mails,
    url: ({ user, password, from } = {}) => {
      const url = new URL(`${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`)
      if (user) url.username = user
      if (password) url.password = encodeURIComponent(password)
      if (from) url.searchParams.set('from', from)
      return url
    },
    behave: (next) => {
      manners = next
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      breakOff()
      await closed
    },
  }
}
