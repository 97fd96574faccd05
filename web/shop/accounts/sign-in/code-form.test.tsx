import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { CodeForm } from './code-form.tsx'

const WORDS = { label: 'Code', hint: '6 digits', submitText: 'Send', invalidText: 'The code is 6 digits' }
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
const described = (description: string) => screen.getByRole('textbox', { description })
const right = () => vi.fn(async (_code: string): Promise<string | undefined> => undefined)

test('the form reports an empty code and a code that is too short, also to screen readers', async () => {
  const onCode = right()
  const user = renderPart(<CodeForm {...WORDS} onCode={onCode} />)
  expect(described('6 digits')).toBe(field())
  await user.type(field(), '{Enter}')
  expect(described('Mandatory field')).toBe(document.activeElement)
  await user.type(field(), '123{Enter}')
  expect(described('The code is 6 digits')).toBe(document.activeElement)
  expect(screen.getByRole('status').textContent).toContain('The code is 6 digits')
  expect(onCode).not.toHaveBeenCalled()
})

test.each(['123456', '123 456', 'Your code is 123456.', '123-4567'])(
  'pasting "%s" sends the code at its sixth digit',
  async text => {
    const onCode = right()
    const user = renderPart(<CodeForm {...WORDS} onCode={onCode} />)
    await user.click(field())
    await user.paste(text)
    expect(onCode.mock.calls).toEqual([['123456']])
  },
)

test('the form reports a wrong code, and the next digit replaces it', async () => {
  const onCode = vi.fn(async (code: string) => (code === '111111' ? 'Wrong code' : undefined))
  const user = renderPart(<CodeForm {...WORDS} onCode={onCode} />)
  await user.type(field(), '111111')
  expect(described('Wrong code')).toBe(document.activeElement)
  await user.keyboard('222222')
  expect(field().value).toBe('222222')
  expect(onCode.mock.calls).toEqual([['111111'], ['222222']])
  expect(screen.queryByRole('textbox', { description: 'Wrong code' })).toBeNull()
})

test('a code for an irreversible action is sent only by the button', async () => {
  const onCode = right()
  const user = renderPart(<CodeForm {...WORDS} onCode={onCode} isForGood />)
  await user.type(field(), '123456')
  expect(onCode).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onCode.mock.calls).toEqual([['123456']])
})
