import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'
import { renderLetter } from './markdown.ts'

const textOf = async (markdown: string): Promise<string> =>
  htmlText(await renderLetter({ text: markdown, locale: 'zh-CN' }))

test.each([
  ['emphasis has no marks', '请在 **11 月 20 日**前*提交*', '请在 11 月 20 日前提交'],
  ['a heading is a line', '## 提醒\n内容', '提醒\n\n内容'],
  ['a link is followed by its address', '见 [说明](/News/1)。', '见 说明 </News/1>。'],
  ['an address that is its own text is told once', '<https://a.cn/x>', 'https://a.cn/x'],
  ['a line break is kept', '一\n二', '一\n二'],
  ['items keep their marks, numbers and levels', '- 一\n  - 二\n\n3. 三\n4. 四', '- 一\n  - 二\n\n3. 三\n4. 四'],
  ['a quote keeps its marks', '> 一\n> 二\n>\n> 三', '> 一\n> 二\n>\n> 三'],
  ['cells are told apart', '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
  ['code keeps its lines', '```\nx\n  y\n```', 'x\n  y'],
  ['signs of HTML are written as they are', '1 < 2 & `<b>`', '1 < 2 & <b>'],
])('%s', async (_, markdown, text) => {
  expect(await textOf(markdown)).toBe(text)
})
