import { readFileSync } from 'node:fs'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, themeColors, themeRules, type ColorSteps } from './theme-colors.ts'
import { themePath, writtenFor } from './theme-path.ts'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

/** A token of theme.css, in light and dark mode. */
const token = (name: string): { light: string; dark: string } => {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)!
  return { light: light === '#fff' ? '#ffffff' : light!, dark: dark! }
}

const anyColor = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Random colours, with extra weight on black, white, pure colours and near ones. */
const everyColor = fc.oneof(
  anyColor,
  fc
    .array(fc.constantFrom('00', '01', '7f', '80', 'fe', 'ff'), { minLength: 3, maxLength: 3 })
    .map((parts) => `#${parts.join('')}`),
)

const schemes = ['light', 'dark'] as const

describe.each(schemes)('the shades of any colour in %s mode', (scheme) => {
  const grounds = ['paper', 'paper-2', 'paper-raised'].map((name) => token(name)[scheme])
  /** The lowest contrast over many colours. */
  const lowest = (measure: (steps: ColorSteps) => number[]): number => {
    const colors = fc.sample(everyColor, propertyRuns(3_000))
    return Math.min(...colors.flatMap((color) => measure(themeColors(color)[scheme])))
  }

  it('have enough contrast with white text, also on hover', () => {
    const measure = (steps: ColorSteps): number[] =>
      [steps['primary-solid'], steps['primary-solid-hover']].map((ground) => contrast('#ffffff', ground))
    expect(lowest(measure)).toBeGreaterThanOrEqual(4.5)
  })

  it('are readable as text on every background, also on their own wash', () => {
    const measure = (steps: ColorSteps): number[] =>
      [...grounds, steps['primary-wash']].map((ground) => contrast(steps['primary-text'], ground))
    expect(lowest(measure)).toBeGreaterThanOrEqual(4.5)
  })

  it('stand out from the page as lines and as buttons', () => {
    const measure = (steps: ColorSteps): number[] =>
      [steps.primary, steps['primary-solid']].map((color) => contrast(color, grounds[0]!))
    expect(lowest(measure)).toBeGreaterThanOrEqual(3)
  })
})

describe('the default colour', () => {
  it('is the colour of theme.css, and needs no additional style sheet', () => {
    expect(defaultSettings.primaryColor).toBe(writtenFor)
    expect([themePath(writtenFor, 'b'), themePath('#1677FF', 'b')]).toEqual([undefined, undefined])
  })

  it('has the shades of theme.css', () => {
    const { light, dark } = themeColors(writtenFor)
    const names = Object.keys(light) as (keyof typeof light)[]
    expect(Object.fromEntries(names.map((name) => [name, token(name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, { light: light[name], dark: dark[name] }])),
    )
  })
})

describe('the style sheet of another colour', () => {
  it('is named by colour and build; an invalid colour has none', () => {
    expect([themePath('#D4380D', 'abc'), themePath('#d4380', 'abc'), themePath('#../..', 'abc')]).toEqual([
      '/user/theme/d4380d-abc.css',
      undefined,
      undefined,
    ])
  })

  it('has light first, then dark for the system and for the choice, never in print', () => {
    const { light, dark } = themeColors('#d4380d')
    const lines = themeRules('#d4380d').split('\n')
    expect(lines.map((line) => line.replaceAll(/--[^{}]*/g, ''))).toEqual([
      ':root{}',
      "@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){}}",
      "@media screen{:root[data-theme='dark']{}}",
      '',
    ])
    expect(lines.map((line) => /--primary:(#\w+)/.exec(line)?.[1])).toEqual([
      light.primary,
      dark.primary,
      dark.primary,
      undefined,
    ])
  })
})
