import { describe, expect, test } from 'vitest'
import { contentOf, newFields } from './article-fields.ts'

const blank = newFields('news')

describe('the form of an article', () => {
  test('sends no empty languages, and no empty author', () => {
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
})
