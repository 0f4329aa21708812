import { describe, expect, test } from 'vitest'
import { safeHtml, shownHtml } from './safe-html.ts'

const file = '/api/files/01900000-0000-7000-8000-000000000001'
const cells = (count: number): string => '<td>a</td>'.repeat(count)

describe('tags inside of tags', () => {
  test('beyond any text are shown as they were typed, whatever else is closed in between', () => {
    expect(safeHtml('<b>'.repeat(33_000))).toBe('&lt;b&gt;'.repeat(33_000))
    expect(safeHtml('<b></i>'.repeat(2_000))).toBe('&lt;b&gt;&lt;/i&gt;'.repeat(2_000))
  })

  test('one after the other are as many as there are', () => {
    const text = '<p>a<br />b</p>'.repeat(5_000)
    expect(safeHtml(text)).toBe(text)
    expect(safeHtml('<br>'.repeat(5_000))).toBe('<br />'.repeat(5_000))
  })
})

describe('what is stored', () => {
  test.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['a picture from elsewhere', '<p>a<img src="https://evil.example/a.png" alt="b">c</p>', '<p>ac</p>'],
    ['a picture without a source', '<img onerror=alert(1)>a', 'a'],
    ['a picture made of data', '<img src="data:image/svg+xml,<svg onload=alert(1)>" alt="">a', 'a'],
    ['a file that is no picture', `<img src="${file}" alt="">a`, 'a'],
    ['a way out of the files', `<img src="${file}/../../account/640.webp" alt="">a`, 'a'],
    [
      'handlers of a picture',
      `<img src="${file}/640.webp" onerror="alert(1)" style="x">`,
      `<img src="${file}/640.webp" alt="" />`,
    ],
    [
      'sizes that are none',
      `<img src="${file}/640.webp" alt="a" width="1e9" height="2">`,
      `<img src="${file}/640.webp" alt="a" />`,
    ],
    ['a javascript: link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a link without a scheme of its own', '<a href="//evil.example">a</a>', '<a>a</a>'],
    ['a link with a backslash', '<a href="/\\evil.example">a</a>', '<a>a</a>'],
    ['a frame and a form', '<iframe src="/"></iframe><form action="/x"><input></form>a', 'a'],
    [
      'MathML and SVG',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
      '<table></table>',
    ],
    [
      'columns of their own width',
      '<table style="width:2px"><colgroup><col></colgroup><tbody><tr><td colspan="1" rowspan="9999">a</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
  ])('loses %s', (_what, html, expected) => {
    expect(safeHtml(html)).toBe(expected)
  })

  test('keeps what the editor makes, and does not change it a second time', () => {
    const html = `<h2>a</h2><h3>b</h3><h4>c</h4><p><strong>d</strong><em>e</em><u>f</u><s>g</s><code>h</code><br />i</p><ul><li><p>j</p></li></ul><ol start="3"><li><p>k</p></li></ol><blockquote><p>l</p></blockquote><pre><code>m</code></pre><hr /><p><a href="/News">n</a> <a href="mailto:a@example.org">o</a></p><img src="${file}/1280.webp" alt="p &quot;q&quot;" width="1600" height="900" /><table><tbody><tr><th scope="col"><p>r</p></th></tr><tr><td colspan="2"><p>s</p></td></tr></tbody></table>`
    expect(safeHtml(html)).toBe(html)
  })

  test('heads of a table say whether they head a column or a row', () => {
    expect(
      safeHtml('<table><tr><th>a</th><th colspan="2">b</th></tr><tr><th>c</th><td>d</td><td>e</td></tr></table>'),
    ).toBe(
      '<table><tr><th scope="col">a</th><th scope="col" colspan="2">b</th></tr><tr><th scope="row">c</th><td>d</td><td>e</td></tr></table>',
    )
  })

  test('a table inside of a table becomes text of its cell', () => {
    expect(safeHtml('<table><tr><td>a<table><tr><td><p>b</p></td></tr></table></td></tr></table>')).toBe(
      '<table><tr><td>a<p>b</p></td></tr></table>',
    )
  })
})

describe('what is shown', () => {
  test('a picture comes in the sizes there are', () => {
    expect(shownHtml(`<img src="${file}/640.webp" alt="a" width="700" height="350">`, 'en-US')).toBe(
      `<picture><source type="image/avif" srcset="${file}/320.avif 320w, ${file}/640.avif 640w, ${file}/700.avif 700w" sizes="(max-width: 48rem) 100vw, 45rem" />` +
        `<source type="image/webp" srcset="${file}/320.webp 320w, ${file}/640.webp 640w, ${file}/700.webp 700w" sizes="(max-width: 48rem) 100vw, 45rem" />` +
        `<img src="${file}/640.webp" alt="a" width="700" height="350" loading="lazy" decoding="async" /></picture>`,
    )
  })

  test('a wide table scrolls in a frame that keys reach; others stay as they are', () => {
    const narrow = `<table><tbody><tr>${cells(4)}</tr></tbody></table>`
    const wide = `<table><tbody><tr>${cells(5)}</tr></tbody></table>`
    expect(shownHtml(narrow + wide, 'en-US')).toBe(
      `${narrow}<div class="scrolled" role="region" aria-label="Table, scrolls sideways" tabindex="0">${wide}</div>`,
    )
  })

  test('a script that stands in the table runs nowhere', () => {
    expect(shownHtml('<p>a</p><script>alert(1)</script><img src=x onerror=alert(1)>', 'zh-CN')).toBe('<p>a</p>')
  })
})
