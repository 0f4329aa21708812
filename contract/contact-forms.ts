/** Characters that nobody sees: names that differ in them alone are one name. The database spells the same list out in fold_name. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** A name as it is stored: full width made half, nothing invisible, no outer blanks. */
export const plainName = (text: string): string => text.normalize('NFKC').replaceAll(invisible, '').trim()

/** A text for readers as it is stored: its letters composed, nothing invisible, no outer blanks. */
export const composedName = (text: string): string => text.normalize('NFC').replaceAll(invisible, '').trim()

/** An e-mail address as it is stored and compared. */
export const plainEmail = (text: string): string => plainName(text).toLowerCase()

/** A phone number in E.164; without a country it is one of +86. */
export const plainPhone = (text: string): string => {
  const digits = plainName(text)
    .replaceAll(/[\s().-]/g, '')
    .replace(/^00/, '+')
  return /^1\d{10}$/.test(digits) ? `+86${digits}` : digits
}

// Linear in its input: every part ends at a character that the part before cannot hold.
const emailPattern = /^[a-z0-9_%+'-]+(?:\.[a-z0-9_%+'-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/

export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

export const isPhone = (text: string): boolean =>
  text.startsWith('+86') ? /^\+861[3-9]\d{9}$/.test(text) : /^\+[1-9]\d{6,14}$/.test(text)

/** Either, told apart by the one character that only an e-mail address has. */
export const plainContact = (text: string): string => (/[@＠]/.test(text) ? plainEmail(text) : plainPhone(text))

export const isContact = (text: string): boolean => isEmail(text) || isPhone(text)

export const channelOf = (contact: string): 'mail' | 'sms' => (contact.includes('@') ? 'mail' : 'sms')
