import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SelectInput } from './select-input.tsx'

test('Escape in the list of options does not reach the dialog around it, and on the field it does', () => {
  const onKeyDown = vi.fn()
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <SelectInput label="Paper" value="a4" onChange={() => undefined} options={[{ value: 'a4', label: 'A4 sheet' }]} />
    </div>,
  )
  fireEvent.keyDown(screen.getByRole('option'), { key: 'Escape' })
  expect(onKeyDown).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('option'), { key: 'a' })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' })
  expect(onKeyDown).toHaveBeenCalledTimes(2)
})
