import { expect, test } from 'vitest'
import { originsIn } from './origins.ts'

test('origins are named without paths and passwords', () => {
  expect(originsIn('https://Hooks.example.org, http://10.0.0.5:8080/')).toEqual([
    'https://hooks.example.org',
    'http://10.0.0.5:8080',
  ])
  for (const text of [
    'example.org',
    'ftp://a.example',
    'https://a.example/in',
    'https://me:secret@a.example',
    'https://a.example,',
  ])
    expect([text, originsIn(text)]).toEqual([text, undefined])
})
