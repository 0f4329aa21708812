import { expect, test } from 'vitest'
import { escapeMarkdown, renderLetter } from './markdown.ts'

/** A letter with a name on its own line, below another one. */
const letterTo = (name: string): Promise<string> =>
  renderLetter({ text: `Dear team\n${escapeMarkdown(name)}\nand *all*`, locale: 'en-US' })

test.each([
  '===',
  '---',
  '# Me',
  '> me',
  '1. me',
  '* me',
  '<b>me</b>',
  '[me](/x)',
  '![me](/x.png)',
  '| me |',
  '`me`',
  '&lt;',
])('a person who is called %s changes nothing around their name', async (name) => {
  const html = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect((await letterTo(name)).replaceAll('<br />', '<br>').trim()).toBe(
    `<p>Dear team<br>\n${html}<br>\nand <em>all</em></p>`,
  )
})
