import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { EmailForm } from './login-page.tsx'

const field = () => screen.getByRole('textbox', { name: /^Email/ })
const described = (description: string) => screen.getByRole('textbox', { description })
const send = () => screen.getByRole('button', { name: 'Send login link' })

test('the form reports an invalid address at its field and doesn’t send it', async () => {
  const onSend = vi.fn(async () => undefined)
  const user = renderPart(<EmailForm initialEmail="" isSent={false} onSend={onSend} />)
  await user.click(send())
  expect(described('Mandatory field')).toBe(document.activeElement)
  await user.type(field(), 'no address')
  expect(described('Check the email address')).toBe(field())
  await user.click(field())
  await user.paste('a'.repeat(245))
  expect(described('Maximum 254 characters')).toBe(field())
  await user.click(send())
  expect(onSend).not.toHaveBeenCalled()
})

test.each([
  ['fi', 'Pakollinen kenttä'],
  ['sv', 'Obligatoriskt fält'],
] as const)('in %s the form reports a missing address', async (language, text) => {
  const user = renderPart(<EmailForm initialEmail="" isSent={false} onSend={async () => undefined} />, { language })
  await user.click(screen.getByRole('button'))
  expect(described(text)).toBeDefined()
})

test('the form reports nothing while the address is being typed', async () => {
  const user = renderPart(<EmailForm initialEmail="" isSent={false} onSend={async () => undefined} />)
  await user.type(field(), 'anna@')
  expect(screen.queryByText('Check the email address')).toBeNull()
  await user.tab()
  expect(described('Check the email address')).toBe(field())
})

test('the form sends the trimmed address, and only once while a request is pending', async () => {
  let answer = () => undefined as void
  const onSend = vi.fn(() => new Promise<void>(resolve => (answer = resolve)))
  const user = renderPart(<EmailForm initialEmail="" isSent={false} onSend={onSend} />)
  await user.type(field(), ' anna@puoti.example {Enter}')
  await user.keyboard('{Enter}')
  expect(onSend.mock.calls).toEqual([['anna@puoti.example']])
  answer()
})
