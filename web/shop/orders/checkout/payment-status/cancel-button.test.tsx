import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { AbortButton } from './payment-pending-view.tsx'

// Timers that a test doesn't advance still run.
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const cancel = () => screen.getByRole('button', { name: 'Cancel payment' })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function renderButton() {
  const onAbort = vi.fn()
  const part = <AbortButton app={null} isAborting={false} onAbort={onAbort} />
  return { onAbort, user: renderPart(part, { advanceTimers: ms => vi.advanceTimersByTime(ms) }) }
}

test('the button ignores taps in its first two seconds', async () => {
  const { user } = renderButton()
  await expect(user.click(cancel())).rejects.toThrow('pointer-events')
  await wait(1500)
  await expect(user.click(cancel())).rejects.toThrow('pointer-events')
  await wait(500)
  await user.click(cancel())
  expect(screen.getByRole('alertdialog', { name: 'Cancel the payment?' })).toBeDefined()
})

test('the button reacts to the keyboard at once, and its question focuses the safe answer', async () => {
  const { user, onAbort } = renderButton()
  await user.tab()
  await user.keyboard('{Enter}')
  await wait(0)
  expect(document.activeElement?.textContent).toBe('Keep paying')
  await user.keyboard('{Enter}')
  await wait(1000)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onAbort).not.toHaveBeenCalled()
})

test('confirming the question cancels once', async () => {
  const { user, onAbort } = renderButton()
  await wait(2000)
  await user.click(cancel())
  await wait(1000)
  await user.click(screen.getAllByRole('button', { name: 'Cancel payment' }).at(-1)!)
  expect(onAbort).toHaveBeenCalledTimes(1)
})
