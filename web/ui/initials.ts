/** The first Han character of a name, or the initials of its first and last word. */
export const initialsOf = (name: string): string => {
  const han = /\p{Script=Han}/u.exec(name)
  if (han) return han[0]
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? []
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('')
}
