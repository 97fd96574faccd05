import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { Dialog } from './dialog.tsx'

function TwoSteps({ onClose }: { onClose: () => void }) {
  const [isDone, setDone] = useState(false)
  return (
    <Dialog open onClose={onClose} aria-label="Import">
      {isDone ? <p>Saved.</p> : <button onClick={() => setDone(true)}>Save</button>}
    </Dialog>
  )
}

test('a dialog whose focused button disappears keeps the focus, and Escape closes it', async () => {
  const onClose = vi.fn()
  const user = renderPart(<TwoSteps onClose={onClose} />)
  screen.getByRole('button', { name: 'Save' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Import' })))
  expect(screen.getByText('Saved.')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

function Nested() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-label="Code">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <button autoFocus>Larger</button>
      </Dialog>
    </>
  )
}

test('a dialog whose content takes the focus returns it to the button that opened it', async () => {
  const user = renderPart(<Nested />)
  const button = screen.getByRole('button', { name: 'Open' })
  await user.click(button)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Larger' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

function Relay() {
  const [step, setStep] = useState<'choose' | 'count'>()
  return (
    <>
      <button onClick={() => setStep('choose')}>Open</button>
      {step === 'choose' && (
        <Dialog open onClose={() => setStep(undefined)} aria-label="Choose">
          <button onClick={() => setStep('count')}>Butter</button>
        </Dialog>
      )}
      {step === 'count' && (
        <Dialog open onClose={() => setStep(undefined)} aria-label="Count">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <input aria-label="Quantity" autoFocus />
        </Dialog>
      )}
    </>
  )
}

test('a dialog that replaces another keeps the focus in its own field', async () => {
  const user = renderPart(<Relay />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  screen.getByRole('button', { name: 'Butter' }).focus()
  await user.keyboard('{Enter}12')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('12')
})
