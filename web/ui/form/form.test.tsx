import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import texts from '@lectern/messages/en-US/form.json' with { type: 'json' }
import { parseMessages } from '../../parse-messages.ts'
import { createIntl, IntlProvider } from '../intl.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { CodeField } from './code-field.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import type { PlacedProblem } from './form-values.ts'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { SelectField } from './select-field.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextArea } from './text-area.tsx'
import type { FormControl } from './use-form.ts'

const nothing = () => undefined
const intl = createIntl({ locale: 'en-US', messages: parseMessages(texts) })

const control: FormControl = {
  id: 'f',
  ref: { current: null },
  problems: [],
  lastProblems: [],
  busy: false,
  done: false,
  send: () => Promise.resolve(),
  values: () => ({}),
  check: () => true,
  show: nothing,
  report: nothing,
  reset: nothing,
}

const render = (children: ReactNode, state: Partial<FormControl> = {}): string => {
  const html = renderToStaticMarkup(
    <IntlProvider value={intl}>
      <Form form={{ ...control, ...state }}>{children}</Form>
    </IntlProvider>,
  )
  return html.replaceAll(/ class="[^"]*"|<svg.*?<\/svg>/g, '')
}

const inside = (children: ReactNode, state?: Partial<FormControl>): string =>
  /^<form noValidate="" method="post">(.*)<\/form>$/.exec(render(children, state))?.[1] ?? ''

const taken: PlacedProblem = { path: 'username', message: 'Taken.', inField: true }

it('connects a field with its label and its hint', () => {
  expect(inside(<Field name="username" label="User" hint="Any script." autoComplete="username" required />)).toBe(
    '<div data-field="true"><label for="f-username">User</label><div id="f-username-hint">Any script.</div>' +
      '<div><input aria-describedby="f-username-hint" aria-required="true" id="f-username" type="text" ' +
      'autoComplete="username" autoCapitalize="none" spellCheck="false" name="username"/></div></div>',
  )
})

it('shows a problem at its field and in the summary, which links to it', () => {
  const html = inside(<Field name="username" label="User" autoComplete="username" required />, { problems: [taken] })
  expect(html).toBe(
    '<div tabindex="-1"><div role="alert"><h2>There is a problem</h2>' +
      '<ul><li><a href="#f-username">Taken.</a></li></ul></div></div>' +
      '<div data-field="true" data-wrong="true"><label for="f-username">User</label>' +
      '<div id="f-username-error"><p><span>Taken.</span></p></div>' +
      '<div><input aria-describedby="f-username-error" aria-invalid="true" aria-required="true" id="f-username" ' +
      'type="text" autoComplete="username" autoCapitalize="none" spellCheck="false" name="username"/></div></div>',
  )
})

it('lists a problem without a field as plain text', () => {
  const html = inside(null, { problems: [{ path: '', message: 'Closed.', inField: false }] })
  expect(html).toBe(
    '<div tabindex="-1"><div role="alert"><h2>There is a problem</h2><ul><li>Closed.</li></ul></div></div>',
  )
})

it('describes a field by the texts in its box, and marks an optional one', () => {
  const html = inside(<Field name="phone" label="Phone" type="tel" autoComplete="tel" prefix="+86" />)
  expect(html).toBe(
    '<div data-field="true"><label for="f-phone">Phone<span> (optional)</span></label>' +
      '<div><span id="f-phone-before">+86</span><input aria-describedby="f-phone-before" id="f-phone" type="tel" ' +
      'autoComplete="tel" autoCapitalize="none" spellCheck="false" name="phone"/></div></div>',
  )
})

it('hides a password, with a button to show it', () => {
  const html = inside(<PasswordField name="password" label="Password" autoComplete="new-password" strength required />)
  expect(html).toBe(
    '<div data-field="true"><label for="f-password">Password</label>' +
      '<div><input aria-describedby="f-password-strength" aria-required="true" id="f-password" type="password" autoComplete="new-password" ' +
      'autoCapitalize="none" spellCheck="false" name="password"/>' +
      '<button type="button" aria-label="Show password" aria-controls="f-password" title="Show password"></button></div>' +
      '<div><span aria-hidden="true"><span></span><span></span><span></span><span></span></span>' +
      '<span id="f-password-strength" aria-live="polite"></span></div></div>',
  )
})

it('shows the remaining characters of a long text without truncating it', () => {
  const html = inside(<TextArea name="profile" label="Profile" autoComplete="off" limit={10} defaultValue="Hello" />)
  expect(html).toBe(
    '<div data-field="true"><label for="f-profile">Profile<span> (optional)</span></label>' +
      '<div><textarea aria-describedby="f-profile-count" id="f-profile" name="profile" rows="5" autoComplete="off">Hello' +
      '</textarea></div><p id="f-profile-count">5 characters left</p><p aria-live="polite"></p></div>',
  )
})

it('has a list of options, with an empty one first on request', () => {
  const options = [{ value: '11', label: 'Beijing' }]
  const html = inside(
    <SelectField name="city" label="City" autoComplete="off" options={options} empty="Choose" required />,
  )
  expect(html).toBe(
    '<div data-field="true"><label for="f-city">City</label><div><select aria-required="true" id="f-city" name="city" ' +
      'autoComplete="off"><option value="">Choose</option><option value="11">Beijing</option></select><span></span></div></div>',
  )
})

it('groups radio buttons under their question, and the summary links to the first', () => {
  const options = [
    { value: 'a', label: 'Captain', hint: 'Hands in.' },
    { value: 'b', label: 'Advisor' },
  ]
  const html = inside(<RadioGroup name="role" legend="Role" options={options} required />, {
    problems: [{ path: 'role', message: 'Choose.', inField: true }],
  })
  expect(html).toBe(
    '<div tabindex="-1"><div role="alert"><h2>There is a problem</h2><ul><li><a href="#f-role">Choose.</a></li></ul>' +
      '</div></div><fieldset aria-describedby="f-role-error" aria-invalid="true" aria-required="true" role="radiogroup" ' +
      'data-name="role" data-field="true" data-wrong="true"><legend>Role</legend>' +
      '<div id="f-role-error"><p><span>Choose.</span></p></div>' +
      '<div><input id="f-role" type="radio" aria-describedby="f-role-about" name="role" value="a"/>' +
      '<label for="f-role">Captain</label><p id="f-role-about">Hands in.</p></div>' +
      '<div><input id="f-role-b" type="radio" name="role" value="b"/><label for="f-role-b">Advisor</label></div></fieldset>',
  )
})

it('has a checkbox with links in its label', () => {
  const label = (
    <>
      I accept the <a href="/terms">terms</a>
    </>
  )
  expect(inside(<CheckboxField name="agree" label={label} required missing="Accept them first." />)).toBe(
    '<div data-field="true"><div><input aria-required="true" data-missing="Accept them first." id="f-agree" ' +
      'type="checkbox" name="agree"/><label for="f-agree">I accept the <a href="/terms">terms</a></label></div></div>',
  )
})

it('has a code field that the phone can fill in, with a button to send the code', () => {
  const send = () => Promise.resolve({ seconds: 60 })
  expect(inside(<CodeField name="code" label="Code" storageKey="k" onSend={send} required />)).toBe(
    '<div data-field="true"><label for="f-code">Code</label><div><div><input aria-required="true" id="f-code" ' +
      'type="text" inputMode="numeric" autoComplete="one-time-code" name="code"/></div>' +
      '<button type="button">Send code</button></div><p role="status"></p></div>',
  )
})

it('keeps the button focusable while the form is sent, and says that it is busy', () => {
  expect(render(<SubmitButton>Save</SubmitButton>, { busy: true })).toBe(
    '<form noValidate="" aria-busy="true" method="post"><button type="submit" aria-disabled="true">' +
      '<span aria-hidden="true"></span>Save</button><span role="status">Sending…</span></form>',
  )
})
