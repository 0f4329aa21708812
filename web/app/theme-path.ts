/** The colour of theme.css; with it a site needs no additional style sheet. */
export const writtenFor = '#1677ff'

/** URL of the style sheet of a colour. It contains the build, because another build may compute other shades. */
export const themePath = (primary: string, build: string): string | undefined => {
  const color = primary.toLowerCase()
  return color === writtenFor || !/^#[\da-f]{6}$/.test(color) ? undefined : `/user/theme/${color.slice(1)}-${build}.css`
}
