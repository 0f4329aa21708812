import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { passwordLength } from '@lectern/contract/account-values.ts'
import { newPassword as newPasswordSchema } from '@lectern/contract/account-fields.ts'
import { findPasswordProblem, hashPassword } from '../features/sign-in/passwords.ts'
import { randomPassword } from '../platform/random-letters.ts'
import { refusal, type Option, type Report } from './command.ts'

export const passwordOption: Record<string, Option> = {
  'password-stdin': {
    type: 'boolean',
    help: 'read the password from standard input, one line; else a random one is told once',
  },
}

const readLine = async (): Promise<string> => {
  const input = createInterface({ input: process.stdin })
  const [line] = await Promise.race([once(input, 'line'), once(input, 'close').then(() => [''])])
  input.close()
  return String(line)
}

interface NewPassword {
  hash: string
  /** Made up by the program: to be told once. */
  random: string | undefined
}

const problems = {
  'password.common': 'The password is one of the commonest: choose another.',
  'password.personal': 'The password is made of the name or a contact of its owner: choose another.',
}

/** A password that may be set, or why the one given may not. */
export const takeNewPassword = async (
  isGiven: boolean,
  about: readonly (string | null)[],
): Promise<NewPassword | { refused: Report }> => {
  if (!isGiven) {
    const random = randomPassword()
    return { hash: await hashPassword(random), random }
  }
  const { data: password, success } = newPasswordSchema.safeParse(await readLine())
  if (!success)
    return { refused: refusal(`The password must have ${passwordLength.least} to ${passwordLength.most} characters.`) }
  const problem = await findPasswordProblem(password, about)
  return problem ? { refused: refusal(problems[problem]) } : { hash: await hashPassword(password), random: undefined }
}

export const passwordLines = ({ random }: NewPassword): string[] =>
  random === undefined ? [] : [`Password: ${random} (shown this once)`]
