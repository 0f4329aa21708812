import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { sampleAnswers, sampleFields, sampleFile, sampleTexts } from '@lectern/contract/enrolments/answer-samples.ts'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { showField } from '@lectern/contract/enrolments/form-values.ts'
import enTeam from '@lectern/messages/en-US/contest-enrolment.json' with { type: 'json' }
import enOffice from '@lectern/messages/en-US/office-enrolments.json' with { type: 'json' }
import enSizes from '@lectern/messages/en-US/content-materials.json' with { type: 'json' }
import zhTeam from '@lectern/messages/zh-CN/contest-enrolment.json' with { type: 'json' }
import zhOffice from '@lectern/messages/zh-CN/office-enrolments.json' with { type: 'json' }
import zhSizes from '@lectern/messages/zh-CN/content-materials.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { parseMessages } from '../../../parse-messages.ts'
import { createIntl, IntlProvider } from '../../../ui/intl.tsx'
import { AnswerList as OfficeAnswerList } from '../office/components/answer-list.tsx'
import { AnswerList } from './answer-list.tsx'

const messages = {
  'en-US': parseMessages({ ...enTeam, ...enOffice, ...enSizes }),
  'zh-CN': parseMessages({ ...zhTeam, ...zhOffice, ...zhSizes }),
}

/** The text of each answer, without file sizes. */
const readList = (html: string): Record<string, string> => {
  const plain = html.replaceAll(/<(style|svg).*?<\/\1>/gs, '')
  const rows = plain.matchAll(/<(dt|th)[^>]*>(.*?)<\/\1><(dd|td)[^>]*>(.*?)<\/\3>/gs)
  const textOf = (part = '') => part.replaceAll(/<[^>]*>/g, '').trim()
  return Object.fromEntries(
    Array.from(rows, ([, , label, , answer]) => [textOf(label), textOf(answer).replace(/(\.pdf)\b.*/, '$1')]),
  )
}

test.each(['en-US', 'zh-CN'] as const)('answers look the same on both screens, in %s', (locale) => {
  const intl = createIntl({ locale, messages: messages[locale], timeZone: 'America/Los_Angeles' })
  const render = (list: ReactNode) => readList(renderToStaticMarkup(<IntlProvider value={intl}>{list}</IntlProvider>))
  const fields = sampleFields.map((field) => showField(field, locale))
  const filled = { fields, answers: sampleAnswers, files: [sampleFile], problems: [] } as unknown as Enrolment
  expect(render(<AnswerList {...filled} />)).toEqual(sampleTexts(locale))
  expect(render(<OfficeAnswerList enrolment={filled} />)).toEqual(sampleTexts(locale))
})
