import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from './oidc-server.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangeKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** How the next identity token differs from an honest one. */
export interface Forgery {
  claims?: Record<string, unknown>
  /** Not signed, or signed by somebody else. */
  signature?: 'none' | 'strange'
}

export interface ForgingOidc {
  address: string
  /** Comes back with a code, for which the token is made. */
  login(departure: string, subject: string, forgery?: Forgery): string
  /** Answers of these paths are replaced: a page of an error, or nothing at all. */
  broken: Map<string, 'error' | 'silent' | 'huge'>
  close(): Promise<void>
}

/** A provider that keeps to the protocol, except where a test lets it lie. */
export const startForgingOidc = async (): Promise<ForgingOidc> => {
  const codes = new Map<string, { nonce: string; subject: string; forgery: Forgery }>()
  const broken: ForgingOidc['broken'] = new Map()
  let address = ''
  const tokenFor = ({ nonce, subject, forgery }: { nonce: string; subject: string; forgery: Forgery }): string => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: address, aud: 'lectern', sub: subject, nonce, iat: now, exp: now + 300, ...forgery.claims }
    const head = forgery.signature === 'none' ? { alg: 'none' } : { alg: 'RS256', kid: 'one' }
    const content = `${encode(head)}.${encode(claims)}`
    if (forgery.signature === 'none') return `${content}.`
    const key = forgery.signature === 'strange' ? strangeKey : privateKey
    return `${content}.${createSign('sha256').update(content).sign(key, 'base64url')}`
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1')
    const fault = broken.get(pathname)
    if (fault === 'silent') return
    if (fault === 'error') return void response.writeHead(502).end('<h1>Bad gateway</h1>')
    if (fault === 'huge')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(600_000)}"`)
    const answer = (value: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname === '/.well-known/openid-configuration')
      return answer({
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        jwks_uri: `${address}/keys`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    if (pathname === '/keys')
      return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      const code = new URLSearchParams(body).get('code') ?? ''
      const issued = codes.get(code)
      codes.delete(code)
      if (!issued) return answer({ error: 'invalid_grant' }, 400)
      answer({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: tokenFor(issued) })
    })
  })
  address = await listen(server)
  return {
    address,
    login: (departure, subject, forgery = {}) => {
      const asked = new URL(departure).searchParams
      const code = randomUUID()
      codes.set(code, { nonce: asked.get('nonce')!, subject, forgery })
      const back = new URL(asked.get('redirect_uri')!)
      back.search = new URLSearchParams({ code, state: asked.get('state')!, iss: address }).toString()
      return back.href
    },
    broken,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
