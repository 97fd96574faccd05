import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { plusDays } from '#domain/zoned-time.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { renderPart } from '#web/render-part.tsx'
import { DateDialog } from './date-dialog.tsx'

const ZONE = 'Europe/Helsinki'

/** As the page keeps what was chosen. */
function Dialog({ onChoose }: { onChoose: (key: string | undefined) => void }) {
  const [chosen, setChosen] = useState<string>()
  const choose = (key: string | undefined) => {
    setChosen(key)
    onChoose(key)
  }
  return (
    <DateDialog name="Milk" timeZone={ZONE} chosen={chosen} last={undefined} onChoose={choose} onClose={() => {}} />
  )
}

function renderDialog() {
  const onChoose = vi.fn<(key: string | undefined) => void>()
  const user = renderPart(<Dialog onChoose={onChoose} />)
  return { user, onChoose, number: screen.getByRole('textbox', { name: 'Lot number (optional)' }) }
}

test('a typed lot number is kept with the date that is chosen after it', async () => {
  const { user, onChoose, number } = renderDialog()
  await user.type(number, 'L 7')
  expect(onChoose).toHaveBeenLastCalledWith('/L7')
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
  expect(onChoose).toHaveBeenLastCalledWith(`b${plusDays(todayAt(ZONE), 1)}/L7`)
})

test('what can’t be in a code is no lot number', async () => {
  const { user, onChoose, number } = renderDialog()
  await user.type(number, 'ä')
  expect(onChoose).not.toHaveBeenCalled()
  expect(screen.getByText(/^Enter up to 20 letters/)).toBeDefined()
  await user.clear(number)
  expect(onChoose).toHaveBeenLastCalledWith(undefined)
})
