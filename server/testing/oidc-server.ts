import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

// The library warns of what a server for production needs. This one lives for the minutes of a test.
for (const method of ['info', 'warn'] as const) {
  const write = console[method].bind(console)
  console[method] = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider ')) write(...words)
  }
}

export interface OidcServer {
  address: string
  /** Signs somebody in with a browser of their own; returns the address that it is sent back to. */
  login(departure: string, subject: string): Promise<string>
  close(): Promise<void>
}

export const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Follows redirects within the provider, with its cookies, as a browser does. */
const browse = async (address: string, departure: string, subject: string): Promise<string> => {
  const cookies = new Map<string, string>()
  const open = async (url: string, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=', 2)
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      const text = await response.text()
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1]
      if (!prompt || form) throw new Error(`The provider shows ${response.status}: ${text.slice(0, 2_000)}`)
      return open(url, { prompt, ...(prompt === 'login' && { login: subject, password: 'any' }) })
    }
    const next = new URL(location, address)
    return next.origin === address ? open(next.href) : next.href
  }
  return open(departure)
}

/** A certified provider, as campus and company servers are. Subjects are what people type as their login. */
export const startOidcServer = async (
  callbacks: readonly string[],
  claimsOf: (subject: string) => Record<string, unknown>,
): Promise<OidcServer> => {
  const server = createServer()
  const address = await listen(server)
  const provider = new Provider(address, {
    clients: [
      {
        client_id: 'lectern',
        client_secret: 'the secret of the client',
        redirect_uris: [...callbacks],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['a key of tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
  })
  server.on('request', provider.callback())
  return {
    address,
    login: (departure, subject) => browse(address, departure, subject),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
