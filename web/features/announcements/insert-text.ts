/** Inserts text at the cursor and replaces the selection. */
export const insertAt = (
  text: string,
  words: string,
  from: number,
  until: number,
): { text: string; cursor: number } => ({
  text: `${text.slice(0, from)}${words}${text.slice(until)}`,
  cursor: from + words.length,
})
