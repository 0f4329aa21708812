import type { XmlElement } from './xml-tree.ts'

// Which values may stay in the parts of a presentation: numbers, and words that the format itself defines.

/** Attributes whose value is one of the words of the format, such as `algn="ctr"`. */
const wordAttributes: ReadonlySet<string> = new Set(
  `type sz orient algn anchor wrap vert vertOverflow horzOverflow cap u strike prst cmpd w len flip path val bg1 tx1 bg2 tx2
  accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink fontAlgn hueDir bwMode cstate nodeType presetClass fill restart
  additive accumulate calcmode valueType clrSpc dir evt delay dur repeatCount repeatDur nextAc prevAc transition origin
  pathEditMode build bld spd pattern script prstMaterial rig blend fadeDir conformance option invX invY layoutId pos align
  parentLabelLayout quartileMethod intervalClosed regionLabelLayout overlay style rtl orientation hasCustomPrompt masterRel
  tableStyleId syncBehavior override syncType autoUpdateAnimBg animBg idx grouping kind concurrent tmFilter
  underflow overflow gapWidth formatIdx hidden shadeToTitle bldStep chartBuild bldLvl`.split(/\s+/),
)

const word = /^[a-z][A-Za-z0-9]{0,30}$/
const scriptName = /^[A-Z][a-z]{3}$/
const numeric = /^[-+\d.,%\s]{1,200}$|^-?\d+(?:\.\d+)?(?:e[-+]?\d+|pt|cm|mm|in|pc|pi)$/i
const truth = /^(?:true|false|on|off)$/
const color = /^[\dA-Fa-f]{6}$|^[\dA-Fa-f]{20}$/
const guid = /^\{[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}\}$/
const language = /^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2}|-\d{3})?$/
const contentType = /^(?:audio|video)\/[a-z\d.+-]{1,20}$/

/** Words of the formulas, paths, filters and commands of animations. */
const animationWords: ReadonlySet<string> = new Set(
  `ppt ppt_x ppt_y ppt_w ppt_h ppt_c ppt_r xshear yshear r image style visibility visible hidden color opacity rotation fontstyle
  fontweight fontsize fontfamily textdecorationunderline fill type on off stroke fillcolor font italic bold underline normal
  none true false sin cos tan abs min max floor ceil round sqrt rand pi e ln exp asin acos atan atan2 playfrom pause resume stop
  togglepause onstopaudio verb blinds horizontal vertical box in out checkerboard across down circle diamond plus barn invertical
  outvertical inhorizontal outhorizontal fade dissolve random randombar slide fromtop frombottom fromleft fromright strips upleft
  upright downleft downright wedge wheel wipe up left right pixelate m l c z a q s f hsl rgb scheme brush shape texture`.split(
    /\s+/,
  ),
)
const animationAttributes: ReadonlySet<string> = new Set([
  'filter',
  'prLst',
  'cmd',
  'to',
  'from',
  'by',
  'path',
  'ptsTypes',
  'fmla',
  'val',
  'rAng',
  'tmFilter',
])
const expression = /^[\w#$()+\-*/.,:;%?\s]*$/

/** A formula, path, filter or command of an animation. */
const isAnimation = (value: string): boolean =>
  expression.test(value) &&
  [...value.matchAll(/[A-Za-z_]+/g)].every(([one]) => animationWords.has(one.toLowerCase()) || /^[A-Z]$/.test(one))

/** Texts that are chosen in a list or shown, and can hardly be told from what people type. They are searched like texts. */
const textAttributes: Readonly<Record<string, number>> = { typeface: 64, formatCode: 120, char: 4 }

/** Whether an attribute may stay, by its name and the form of its value. */
export const isKeptValue = (name: string, value: string): boolean => {
  if (value === '' || numeric.test(value) || truth.test(value) || guid.test(value)) return true
  if (name in textAttributes) return Array.from(value).length <= textAttributes[name]!
  if (name === 'lang' || name === 'altLang') return language.test(value)
  if (name === 'contentType') return contentType.test(value)
  if (color.test(value)) return ['val', 'lastClr', 'panose'].includes(name)
  if (name === 'script') return scriptName.test(value)
  if (wordAttributes.has(name) && word.test(value)) return true
  return animationAttributes.has(name) && isAnimation(value)
}

/** Elements whose text is shown. */
const shownTexts: ReadonlySet<string> = new Set([
  'a:t',
  'm:t',
  'c:v',
  'c:formatCode',
  'c:separator',
  'c:name',
  'cx:v',
  'cx:pt',
])
/** Elements that refer to a cell of the table behind a chart; the names of its sheets are not shown. */
const cells: ReadonlySet<string> = new Set(['c:f', 'c15:f', 'cx:f'])
const someCell = 'Sheet1!$A$1'

/** The text that may stay in an element. */
export const keptText = (element: string, text: string): string => {
  if (shownTexts.has(element) || text.trim() === '') return text
  if (cells.has(element)) return someCell
  const isKept = numeric.test(text) || guid.test(text) || (element === 'p:attrName' && isAnimation(text))
  return isKept ? text : ''
}

const builtInGuide = /^(?:[lrtbwh]|hc|vc|ss|ls|[whs]?s?d\d{1,2}|\d?cd\d)$/
const operator = /^(?:\*\/|\+-|\+\/|\?:|abs|at2|cat2|cos|max|min|mod|pin|sat2|sin|sqrt|tan|val)$/

/** The guides of a shape that somebody drew have names; these become numbers. */
export const guideNames = (geometry: XmlElement): ((value: string) => string) => {
  const names = new Map<string, string>()
  const collect = (element: XmlElement): void => {
    const name = element.attributes.find((one) => one.name === 'name')?.value
    if (element.name === 'gd' && name !== undefined && !names.has(name)) names.set(name, `g${names.size}`)
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  collect(geometry)
  return (value) =>
    value
      .split(/\s+/)
      .map((one) => {
        if (names.has(one)) return names.get(one)!
        return /^-?\d+$/.test(one) || builtInGuide.test(one) || operator.test(one) ? one : '0'
      })
      .join(' ')
}

const adjustment = /^(?:adj\d*|hf|vf)$/

/** A guide of a shape of the format: a name that it defines, and a number. */
export const isAdjustment = (name: string, formula: string): boolean =>
  adjustment.test(name) && /^val -?\d{1,12}$/.test(formula)
