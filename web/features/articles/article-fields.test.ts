import { describe, expect, test } from 'vitest'
import { contentOf, isChanged, keepTyped, newFields } from './article-fields.ts'

const blank = newFields('news')

describe('the form of an article', () => {
  test('sends no language that says nothing, and no empty author', () => {
    const fields = { ...blank, title: { ...blank.title, 'zh-CN': '标题' } }
    expect(contentOf('news', fields)).toEqual({
      kind: 'news',
      title: { 'zh-CN': '标题' },
      summary: {},
      body: {},
      category: 'announcement',
      pinned: false,
      cover: null,
      attachments: [],
      author: null,
      publishedAt: null,
    })
    expect(contentOf('news', { ...fields, author: '张老师' }).author).toBe('张老师')
  })

  test('knows whether something was typed', () => {
    expect(isChanged(blank, { ...blank, title: { 'zh-CN': '' } })).toBe(false)
    expect(isChanged(blank, { ...blank, body: { ...blank.body, 'pt-BR': '<p>a</p>' } })).toBe(true)
    expect(isChanged(blank, { ...blank, pinned: true })).toBe(true)
  })

  test('keeps what was typed over what somebody else has stored, language by language', () => {
    const before = { ...blank, title: { ...blank.title, 'zh-CN': '旧', 'en-US': 'Old' }, author: 'A' }
    const typed = { ...before, title: { ...before.title, 'zh-CN': '我的' } }
    const now = { ...before, title: { ...before.title, 'zh-CN': '他的', 'en-US': 'His' }, author: 'B', pinned: true }
    expect(keepTyped(before, typed, now)).toEqual({
      ...now,
      title: { ...now.title, 'zh-CN': '我的' },
    })
  })
})
