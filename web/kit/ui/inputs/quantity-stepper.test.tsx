import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

const WORDS = { value: '2', groupLabel: 'Quantity of milk', addLabel: 'Add one', removeLabel: 'Take one away' }

test('each press changes the quantity by one', async () => {
  const [onAdd, onRemove] = [vi.fn(), vi.fn()]
  const user = renderPart(<QuantityStepper {...WORDS} onAdd={onAdd} onRemove={onRemove} />)
  expect(screen.getByRole('group', { name: 'Quantity of milk' }).textContent).toBe('2')
  await user.dblClick(screen.getByRole('button', { name: 'Add one' }))
  await user.click(screen.getByRole('button', { name: 'Take one away' }))
  expect([onAdd.mock.calls.length, onRemove.mock.calls.length]).toEqual([2, 1])
})

test('at a limit the button does nothing, is marked as disabled and keeps the focus', async () => {
  const [onAdd, onRemove] = [vi.fn(), vi.fn()]
  const user = renderPart(<QuantityStepper {...WORDS} onAdd={onAdd} onRemove={onRemove} isAtMost isAtLeast />)
  for (const name of ['Add one', 'Take one away']) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(document.activeElement).toBe(button)
  }
  expect([onAdd.mock.calls.length, onRemove.mock.calls.length]).toEqual([0, 0])
})
