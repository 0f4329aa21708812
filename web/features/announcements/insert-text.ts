/** Puts words where the cursor is, in place of what is selected. */
export const insertAt = (
  text: string,
  words: string,
  from: number,
  until: number,
): { text: string; cursor: number } => ({
  text: `${text.slice(0, from)}${words}${text.slice(until)}`,
  cursor: from + words.length,
})
