import { locales } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { describe, expect, test } from 'vitest'
import { kindOf, letters, type LetterName } from './letters.ts'
import { maskSecrets, writeMail, writeShortMessage, type Letterhead } from './letter-text.ts'

const head: Letterhead = {
  siteTitle: (locale) => localize(defaultSettings.title, locale).text,
  address: 'https://contest.example.org/contest',
}

const content: Record<LetterName, Record<string, string>> = {
  code: { purpose: 'signIn' },
  noAccount: {},
  contactChanged: { contact: 'w•••@example.org' },
  passwordChanged: {},
  secondFactorChanged: { change: 'enabled' },
  invited: { username: 'wang' },
  secondFactorGuessed: {},
  wayInChanged: { change: 'added', name: '江州大学统一身份认证' },
  passkeyCopied: { name: '小米手机' },
  teamInvitation: { activity: '课程教学创新', person: '王**' },
  officerInvitation: { institution: '江州市第一中学' },
  notice: { title: '报名即将截止', body: '第一段\n\n第二段', link: '/EnrollFor/1' },
  answer: { subject: '报名资格', reference: 'K7MQ3XVP', body: '可以。', quote: '> 外省教师\n> 可以报名吗？' },
  test: {},
}
const names = Object.keys(letters) as LetterName[]
const stored = (letter: LetterName, locale: (typeof locales)[number] = 'en-US') => ({
  letter,
  locale,
  content: content[letter],
  secret: letter === 'code' ? { code: '123456' } : null,
})

describe.each(locales)('in %s', (locale) => {
  test.each(names)('the letter "%s" names the site, in both parts', (name) => {
    const site = head.siteTitle(locale)
    const { subject, text, html } = writeMail(stored(name, locale), head)
    expect([subject.length > 0, text.split(site).length > 2, html.split(site).length > 3]).toEqual([true, true, true])
    expect(html.includes(`<html lang="${locale}" dir="ltr">`)).toBe(true)
    expect(/[{}]/.test(subject + text)).toBe(false)
  })

  test.each(names)('the short message "%s" names the site first', (name) => {
    const site = head.siteTitle(locale)
    const { text } = writeShortMessage(stored(name, locale), head)
    expect(text.startsWith(locale.startsWith('zh') ? `【${site}】` : `${site}: `)).toBe(true)
  })

  test('every purpose of a code has words of its own', () => {
    const purposes = ['signUp', 'signIn', 'resetPassword', 'changeContact', 'other']
    const texts = purposes.map((purpose) => writeMail({ ...stored('code', locale), content: { purpose } }, head).text)
    expect(new Set(texts).size).toBe(purposes.length)
  })

  test('every change of the second factor has words of its own', () => {
    const changes = ['enabled', 'removed', 'codesRenewed', 'other']
    const texts = changes.map(
      (change) => writeMail({ ...stored('secondFactorChanged', locale), content: { change } }, head).text,
    )
    expect(new Set(texts).size).toBe(changes.length)
  })
})

test.each(['zh-CN', 'zh-TW'] as const)('in %s a short message without a link is one message', (locale) => {
  const variants = [
    ...['signUp', 'signIn', 'resetPassword', 'changeContact'].map((purpose) => ({
      ...stored('code', locale),
      content: { purpose },
    })),
    ...['enabled', 'removed', 'codesRenewed'].map((change) => ({
      ...stored('secondFactorChanged', locale),
      content: { change },
    })),
    ...(['noAccount', 'contactChanged', 'passwordChanged'] as const).map((name) => stored(name, locale)),
  ]
  const lengths = variants.map((variant) => writeShortMessage(variant, head).text.length)
  expect(lengths.filter((length) => length > 70)).toEqual([])
})

test('a mail in full', () => {
  const { subject, text } = writeMail(stored('code'), head)
  expect([subject, text]).toEqual([
    'Your code to sign in',
    [
      'Hello,',
      'This is your verification code to sign in at National Teaching Digitalization Contest:',
      '123456',
      'It is valid for 10 minutes and can be used once.',
      'Nobody from the contest will ever ask you for it, so do not give it to anyone. If you did not request it, you can ignore this email.',
      '-- \nSent automatically by National Teaching Digitalization Contest (https://contest.example.org/contest) because somebody entered this email address there. Please do not reply.',
    ].join('\n\n'),
  ])
})

test('an answer quotes what it answers, line by line; nothing in either is markup or a header', () => {
  const values = { subject: 'a\r\nBcc: b@c.de', reference: 'K7MQ3XVP', body: '<b>No</b>', quote: '> <script>\n> \n> 1' }
  const { subject, text, html } = writeMail({ ...stored('answer'), content: values }, head)
  expect(subject).toBe('Re: a Bcc: b@c.de (K7MQ3XVP)')
  expect(text.split('\n\n').slice(1, 4)).toEqual([
    'Thank you for your message. The organizers of National Teaching Digitalization Contest answer:',
    '<b>No</b>',
    'Your message:\n> <script>\n> \n> 1',
  ])
  expect([html.includes('&lt;b&gt;No'), html.includes('&gt; &lt;script&gt;<br>'), /<script|<b>/.test(html)]).toEqual([
    true,
    true,
    false,
  ])
})

const hrefsOf = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)

describe('the link of a letter', () => {
  test.each(names)('"%s" leads to this site, or there is none', (name) => {
    const link = content[name].link ?? kindOf(name).link
    const url = link === undefined ? [] : [`https://contest.example.org/contest${link}`]
    const { text, html } = writeMail(stored(name), head)
    expect([hrefsOf(html), url.every((one) => text.split('\n').includes(one))]).toEqual([url, true])
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '@evil.example'])(
    'never leads elsewhere: %s',
    (link) => {
      const { html } = writeMail({ ...stored('notice'), content: { title: 'a', body: 'b', link } }, head)
      expect(hrefsOf(html)).toEqual(['https://contest.example.org/contest'])
    },
  )
})

describe('text of others', () => {
  const evil = '<script>alert(1)</script>\r\nBcc: victim@example.org {code} <b> & "'

  test('stays text, and a name stays one line', () => {
    const { subject, text, html } = writeMail({ ...stored('notice'), content: { title: evil, body: 'x' } }, head)
    const flat = '<script>alert(1)</script> Bcc: victim@example.org {code} <b> & "'
    expect([subject, text.split('\n')[4]]).toEqual([flat, flat])
    const escaped = '&lt;script&gt;alert(1)&lt;/script&gt; Bcc: victim@example.org {code} &lt;b&gt; &amp; &quot;'
    expect(html.split('\n').filter((line) => /script|<b>/.test(line))).toEqual([
      expect.stringContaining(`<title>${escaped}</title>`),
      expect.stringMatching(/^<h1 style="[^"<>]*">/),
      expect.stringMatching(/^<p style="[^"<>]*">/),
    ])
    expect(html.includes('<script')).toBe(false)
  })

  test('may have paragraphs and lines in a body', () => {
    const body = 'first\r\nline\r\n\r\n<i>second</i>'
    const { html } = writeMail({ ...stored('notice'), content: { title: 'a', body } }, head)
    expect(html.includes('>first<br>line</p>')).toBe(true)
    expect(html.includes('>&lt;i&gt;second&lt;/i&gt;</p>')).toBe(true)
  })
})

test('what is empty is shown as such, and an empty body leaves no gap', () => {
  const changed = writeMail({ ...stored('contactChanged'), content: { contact: '' } }, head)
  const notice = writeMail({ ...stored('notice'), content: { title: 'Title', body: ' ' } }, head)
  expect([changed.text.split('\n\n')[2], notice.text.split('\n\n').slice(2, 4)]).toEqual([
    'New contact: —',
    ['Title', 'View on the site\nhttps://contest.example.org/contest/account/center'],
  ])
})

describe('a code', () => {
  test('stands out in the mail', () => {
    const { html } = writeMail(stored('code'), head)
    expect(/<p style="[^"]*font-size:32px[^"]*">123456<\/p>/.test(html)).toBe(true)
  })

  test('can be blotted out, before and after it is forgotten', () => {
    const before = writeMail(maskSecrets(stored('code')), head)
    const later = writeMail(maskSecrets({ ...stored('code'), secret: null }), head)
    expect(later).toEqual(before)
    expect([before.text.includes('123456'), before.text.split('\n')[4]]).toEqual([false, '••••••'])
  })
})

test('what a letter adds to its notice stands below the body, line by line', () => {
  const given = {
    title: 'Title',
    body: 'Sent.',
    addition: 'Number: 1\nTeam: Two\n\nCaptain: Wang',
    additionAbout: 'id',
  }
  const { text } = writeMail({ ...stored('notice'), content: given }, head)
  expect(text).toContain('Sent.\n\nNumber: 1\nTeam: Two\n\nCaptain: Wang\n\n')
})

test('an announcement keeps its emphasis and links in the HTML, which lead to the site from wherever they are read', () => {
  const html = '<p>Dear <strong>Ana</strong>, see the <a href="/News">news</a>.</p>'
  const body = 'Dear **Ana**, see the [news](/News).'
  const mail = writeMail({ ...stored('notice'), content: { title: 'News', body, html, link: '/News' } }, head)
  expect(mail.html).toContain(
    '<p>Dear <strong>Ana</strong>, see the <a href="https://contest.example.org/contest/News">news</a>.</p>',
  )
  expect(mail.html.includes('**')).toBe(false)
})

test('the plain text of an announcement has no marks of its formatting, and whole addresses', () => {
  const html = '<p>Dear <strong>Ana</strong>, see the <a href="/News">news</a>.</p><ul><li>one</li><li>two</li></ul>'
  const body = 'Dear **Ana**, see the [news](/News).\n\n- one\n- two'
  const mail = writeMail({ ...stored('notice'), content: { title: 'News', body, html, link: '/News' } }, head)
  expect(mail.text).toContain(
    '\n\nDear Ana, see the news <https://contest.example.org/contest/News>.\n\n- one\n- two\n\n',
  )
})
