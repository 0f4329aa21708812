/** Enough for all devices of one person. */
export const maxPasskeys = 20

export const maxPasskeyName = 60
