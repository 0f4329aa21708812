/** Calling codes of one and two digits; all others have three. */
const shortCodes = /^(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** How numbers of this many digits are usually written. */
const usual: Partial<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
  12: [4, 4, 4],
}

/** Brazil: area code first. */
const ofCountry: Partial<Record<string, Partial<Record<number, readonly number[]>>>> = {
  55: { 10: [2, 4, 4], 11: [2, 5, 4] },
}

const cut = (digits: string, sizes: readonly number[]): string[] => {
  let from = 0
  return sizes.map((size) => digits.slice(from, (from += size)))
}

/**
 * A phone number in E.164 as groups of digits for reading: 138 0013 8000, +55 11 91234 5678. Chinese numbers have no
 * calling code, as people write them. Anything else is one group.
 */
export const phoneGroups = (phone: string): string[] => {
  const digits = /^\+(\d{7,15})$/.exec(phone)?.[1]
  if (digits === undefined) return [phone]
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3)
  const number = digits.slice(code.length)
  const sizes = ofCountry[code]?.[number.length] ?? usual[number.length]
  const groups = sizes ? cut(number, sizes) : [number]
  return code === '86' ? groups : [`+${code}`, ...groups]
}
