export type Strength = 1 | 2 | 3 | 4

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890']

/** Number of possible characters per class. */
const alphabets: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 2000],
]

const isStep = (one: string, next: string): boolean => {
  const distance = next.codePointAt(0)! - one.codePointAt(0)!
  return Math.abs(distance) <= 1 || rows.some((row) => row.includes(one + next) || row.includes(next + one))
}

/** Predictable characters (aa, abc, qwe, or a repeated pair) hardly count. */
const weightOf = (characters: readonly string[], position: number): number => {
  if (position === 0) return 1
  const [one, next] = [characters[position - 1]!, characters[position]!]
  const isSeen = characters.slice(1, position).some((other, index) => characters[index] === one && other === next)
  return isStep(one, next) || isSeen ? 0.2 : 1
}

const floors = [45, 65, 85]
const shortest = 8

/**
 * An estimate by length and variety. There is no dictionary: the server refuses the most common passwords, and the
 * thresholds are so high that a single word with a number stays weak.
 */
export const strengthOf = (password: string): Strength => {
  const folded = Array.from(password.toLowerCase())
  const size = alphabets.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0)
  const length = folded.reduce((sum, _, position) => sum + weightOf(folded, position), 0)
  const bits = size > 0 ? length * Math.log2(size) : 0
  if (folded.length < shortest) return 1
  return (1 + floors.filter((floor) => bits >= floor).length) as Strength
}
