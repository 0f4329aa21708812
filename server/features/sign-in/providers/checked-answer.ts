import { ProviderError, type ProviderAnswer } from '../../../adapters/sign-in/sign-in.ts'

/** A subject identifies an account for good. An empty one would be shared by everybody who has none. */
const subjectForm = /^\P{C}{1,255}$/u

/** PostgreSQL stores no null character, and no honest name or address contains a control character. */
const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

const plainText = (text: string | null): string | null => (text === null || hasControl(text) ? null : text)

/** The answer without texts that cannot be stored. Throws if it does not say who the person is. */
export const checkAnswer = (answer: ProviderAnswer): ProviderAnswer => {
  if (!subjectForm.test(answer.subject))
    throw new ProviderError('invalid', 'The subject must have 1 to 255 printable characters')
  return {
    ...answer,
    email: plainText(answer.email),
    name: plainText(answer.name),
    methods: answer.methods.filter((method) => !hasControl(method)),
  }
}
