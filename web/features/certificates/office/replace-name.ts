/** A list of people in which one of them has another name. A name that is part of a longer one stays. */
export const replaceName = (people: string, from: string, to: string): string => {
  const between = '[、，,;；\\s]'
  const exactly = from.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return people.replace(new RegExp(`(?<=^|${between})${exactly}(?=$|${between})`, 'u'), () => to)
}
