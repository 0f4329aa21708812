import { describe, expect, test } from 'vitest'
import { findPasswordProblem, hashPassword, verifyPassword } from './passwords.ts'

const person = ['lin-xiaomei', '小美', 'Lin Xiaomei', 'xiaomei.lin@example.edu.cn', '+8613800138000']

describe('a stored password', () => {
  test('is recognised, and no other', async () => {
    const hash = await hashPassword('云上的灯 über 12')
    expect(await verifyPassword(hash, '云上的灯 über 12')).toBe(true)
    expect(await verifyPassword(hash, '云上的灯 über 13')).toBe(false)
  })

  test('says how it was made and is different each time', async () => {
    const [one, other] = await Promise.all([hashPassword('the same words'), hashPassword('the same words')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
  })

  test('that was made at another cost is recognised too', async () => {
    // From the reference implementation: argon2id of "password" with "somesalt" in 64 KiB and one pass.
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    expect(await verifyPassword(hash, 'password')).toBe(true)
  })

  test('that is not there is matched by nothing', async () => {
    expect(await verifyPassword(null, '')).toBe(false)
    expect(await verifyPassword(null, 'anything')).toBe(false)
  })

  test('of which too many are asked for at once is refused rather than left waiting', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(tiny, 'password')))
    const refused = asked.filter((one) => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.map(({ reason }) => (reason as { error: string }).error)).toEqual(refused.map(() => 'server.busy'))
    expect(await verifyPassword(tiny, 'password')).toBe(true)
  })
})

/** As above, cheap enough for hundreds of calls. */
const tiny = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

describe('a new password', () => {
  test.each([
    'password',
    'PassWord',
    'ｐａｓｓｗｏｒｄ',
    '12345678',
    'iloveyou',
    'qwertyuiop',
    '        ',
    'zzzzzzzzz',
  ])('is refused as common: %s', async (text) =>
    expect(await findPasswordProblem(text, person)).toBe('password.common'),
  )

  test.each([
    'lin-xiaomei',
    'LIN-XIAOMEI1',
    '2024lin-xiaomei',
    'Lin Xiaomei!',
    'xiaomei.lin@example.edu.cn',
    'xiaomei.lin@example',
    'xiaomei.lin99',
    '13800138000',
    '+8613800138000',
    'a13800138000',
    '小美小美小美小美',
  ])('is refused as personal: %s', async (text) =>
    expect(await findPasswordProblem(text, person)).toBe('password.personal'),
  )

  test.each(['blue lantern over water', '小美喜欢在雨天读书写字', 'xiaomei walks to school', '12 grey herons'])(
    'may be anything else: %s',
    async (text) => expect(await findPasswordProblem(text, person)).toBeUndefined(),
  )
})
