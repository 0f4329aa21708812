type Rgb = readonly [number, number, number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/**
 * Backgrounds of text in theme.css: the darkest light one and the lightest dark one, which have the lowest contrast.
 */
const lightGround = '#f4f7fb'
const darkPaper = '#0b1220'
const darkGround = '#16223a'

const read = (color: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = color.match(/[\da-f]{2}/gi)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return [red, green, blue]
}

const write = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (color: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2): number => Math.round(color[index] * (1 - share) + other[index] * share)
  return [part(0), part(1), part(2)]
}

/** Relative luminance (WCAG 2), from 0 to 1. */
const luminance = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)]
  return (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05)
}

export const contrast = (one: string, other: string): number => contrastOf(read(one), read(other))

/** Mixes in as little of the other colour as needed for the min contrast with every background. */
const towards = (color: Rgb, other: Rgb, least: number, ...grounds: Rgb[]): Rgb => {
  for (let percent = 0; percent < 100; percent += 1) {
    const tried = mix(color, other, percent / 100)
    if (grounds.every((ground) => contrastOf(tried, ground) >= least)) return tried
  }
  return other
}

/** Shades of the site's colour; CSS variables of theme.css (--primary, --primary-solid and so on). */
export interface ColorSteps {
  /** Lines and icons. */
  primary: string
  /** Background of white text. */
  'primary-solid': string
  'primary-solid-hover': string
  /** Text and links. */
  'primary-text': string
  /** Background of selected items. */
  'primary-wash': string
}

const lightSteps = (color: Rgb): ColorSteps => {
  const solid = towards(color, black, 5.3, white)
  const wash = mix(color, white, 0.91)
  return {
    primary: write(towards(color, black, 3, white)),
    'primary-solid': write(solid),
    'primary-solid-hover': write(mix(solid, black, 0.16)),
    'primary-text': write(towards(color, black, 5.8, read(lightGround), wash)),
    'primary-wash': write(wash),
  }
}

const darkSteps = (color: Rgb): ColorSteps => {
  const paper = read(darkPaper)
  // Light enough to stand out from the page, dark enough for white text.
  const solid = towards(towards(color, white, 3.2, paper), black, 5, white)
  const wash = mix(paper, color, 0.18)
  return {
    primary: write(towards(mix(color, white, 0.15), white, 4.5, paper)),
    'primary-solid': write(solid),
    'primary-solid-hover': write(towards(mix(solid, white, 0.08), black, 4.5, white)),
    'primary-text': write(towards(color, white, 7, read(darkGround), wash)),
    'primary-wash': write(wash),
  }
}

/** All shades of a site's colour in light and dark mode, readable for any colour. */
export const themeColors = (primary: string): { light: ColorSteps; dark: ColorSteps } => ({
  light: lightSteps(read(primary)),
  dark: darkSteps(read(primary)),
})

/** Overrides the shades of theme.css. Generated at run time, so it must use CSS that older browsers support. */
export const themeRules = (primary: string): string => {
  const { light, dark } = themeColors(primary)
  const declare = (steps: ColorSteps): string =>
    Object.entries(steps)
      .map(([name, color]) => `--${name}:${color}`)
      .join(';')
  return [
    `:root{${declare(light)}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){${declare(dark)}}}`,
    `@media screen{:root[data-theme='dark']{${declare(dark)}}}`,
    '',
  ].join('\n')
}
