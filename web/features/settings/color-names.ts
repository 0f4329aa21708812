import { themeColors } from '@lectern/contract/settings/settings.ts'

type ColorName = keyof typeof themeColors

export const colorNames = Object.keys(themeColors) as ColorName[]

/** The name of a colour that was picked or typed; undefined if it has none. */
export const nameOfColor = (color: string): ColorName | undefined =>
  colorNames.find((name) => themeColors[name] === color.trim().toLowerCase())
