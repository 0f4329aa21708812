import { expect, test, vi } from 'vitest'
import { attributesOfXml, textOfXml } from './xml-text.ts'

const most = 1_000_000

test('a part reads like its paragraphs, without tags and with its characters', () => {
  const xml =
    '<p:sld><a:p><a:t>A &amp; B &#x4E00;&#19968;</a:t></a:p><a:p lang="en"><![CDATA[<C> &amp;]]></a:p></p:sld>'
  expect(textOfXml(xml, most)).toBe('A & B 一一\n<C> &amp;\n')
})

test('what was escaped twice is not unescaped twice', () => {
  expect(textOfXml('<t>&amp;lt; &#38;lt;</t>', most)).toBe('&lt; &lt;')
})

test('attributes are read in either kind of quotation marks', () => {
  expect(attributesOfXml(`<a name="王芳" x = 1 initials='W&quot;F'/><b c="1">d="2"</b><e f="3>`, most)).toBe(
    '王芳\nW"F\n1',
  )
})

test('a tag or an attribute that does not end is text, and hides nothing', () => {
  expect(textOfXml('a<b>c<d e="Wang Fang', most)).toBe('ac<d e="Wang Fang')
  expect(textOfXml('a<![CDATA[Wang > Fang', most)).toBe('a<![CDATA[Wang > Fang')
})

test('no more is returned than asked for', () => {
  expect(textOfXml('<t>abc</t>'.repeat(10), 7)).toBe('abcabca')
  expect(attributesOfXml('<t a="abc"/>'.repeat(10), 6)).toBe('abc\nab')
})

/** How many characters the scanner looks at. */
const stepsFor = (xml: string): number => {
  let steps = 0
  const { indexOf } = String.prototype
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, text, from = 0) {
    const place = indexOf.call(this, text, from)
    steps += (place < 0 ? this.length : place) - from
    return place
  })
  textOfXml(xml, xml.length)
  attributesOfXml(xml, xml.length)
  spy.mockRestore()
  return steps
}

test.for([
  ['<'],
  ['<<>'],
  ['&'],
  ['&#1'],
  [' '],
  ['<a '],
  ['<a b="'],
  [`<a b='">`],
  ['<![CDATA['],
  ['<![CDATA[]'],
  ['<![CDATA[>'],
  ['='],
  ['<a =">'],
  ['<!--'],
  [']]>'],
])('twice as many of %s take twice as long to read', ([piece]) => {
  const [once, twice] = [stepsFor(piece!.repeat(2_000)), stepsFor(piece!.repeat(4_000))]
  expect(twice).toBeLessThanOrEqual(2 * once + 100)
})
