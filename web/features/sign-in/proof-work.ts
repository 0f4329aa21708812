import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib'
import { deriveKey as deriveByBrowser } from 'altcha-lib/algorithms/web/pbkdf2'

type Solver = Parameters<typeof solveChallenge>[0]

/** Over plain HTTP, for example in a school's network, browsers have no Web Crypto: use a slower script. */
const deriveByScript: Solver['deriveKey'] = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`no way to work out ${algorithm}`)
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) }
}

/** Solves a challenge; the proof is JSON of challenge and solution. */
export const workOut = async (challenge: string, hasCryptography = 'subtle' in crypto): Promise<string> => {
  const task = JSON.parse(challenge) as Solver['challenge']
  const solution = await solveChallenge({
    challenge: task,
    deriveKey: hasCryptography ? deriveByBrowser : deriveByScript,
  })
  if (!solution) throw new Error('the challenge took too long')
  const { counter, derivedKey } = solution
  return JSON.stringify({ challenge: task, solution: { counter, derivedKey } })
}
