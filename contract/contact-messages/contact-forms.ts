/** Invisible characters: names that differ only in them are the same. The SQL function fold_name has the same list. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** A name as it is stored: NFKC (full width to half width), no invisible characters, trimmed. */
export const plainName = (text: string): string => text.normalize('NFKC').replaceAll(invisible, '').trim()

/** A text as it is stored: NFC, no invisible characters, trimmed. */
export const composedName = (text: string): string => text.normalize('NFC').replaceAll(invisible, '').trim()

/** An e-mail address as it is stored and compared. */
export const plainEmail = (text: string): string => plainName(text).toLowerCase()

/** A phone number in E.164; without a country code it is a Chinese one (+86). */
export const plainPhone = (text: string): string => {
  const digits = plainName(text)
    .replaceAll(/[\s().-]/g, '')
    .replace(/^00/, '+')
  return /^1\d{10}$/.test(digits) ? `+86${digits}` : digits
}

// Runs in linear time: each part ends at a character that the part before cannot contain.
const emailPattern = /^[a-z0-9_%+'-]+(?:\.[a-z0-9_%+'-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/

export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

export const isPhone = (text: string): boolean =>
  text.startsWith('+86') ? /^\+861[3-9]\d{9}$/.test(text) : /^\+[1-9]\d{6,14}$/.test(text)

/** Only e-mail addresses contain an @ sign. */
export const plainContact = (text: string): string => (/[@＠]/.test(text) ? plainEmail(text) : plainPhone(text))

export const isContact = (text: string): boolean => isEmail(text) || isPhone(text)

export const channelOf = (contact: string): 'mail' | 'sms' => (contact.includes('@') ? 'mail' : 'sms')
