import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { DateInput } from './date-input.tsx'

function Form({ initial }: { initial: string }) {
  const [day, setDay] = useState(initial)
  return (
    <>
      <DateInput label="Päivä" value={day} onChange={setDay} />
      <data value={day} data-testid="day" />
    </>
  )
}
const openCalendar = async (initial: string, language: 'fi' | 'sv' | 'en' = 'fi') => {
  const user = renderPart(<Form initial={initial} />, { language })
  await user.click(screen.getByRole('button', { name: /Päivä/ }))
  return { user, grid: await screen.findByRole('grid') }
}
const getValue = () => screen.getByTestId<HTMLDataElement>('day').value

test('the calendar’s weeks start on Monday in each language, and its names are of that language', async () => {
  const { grid } = await openCalendar('2026-12-24')
  expect(grid.getAttribute('aria-label')).toBe('Joulukuu 2026')
  const heads = [...grid.querySelectorAll('thead th')].map(head => [head.getAttribute('aria-label'), head.textContent])
  expect(heads[0]).toEqual(['maanantai', 'ma'])
  expect(heads[6]).toEqual(['sunnuntai', 'su'])
})

test.each([
  { language: 'sv', monday: 'måndag', day: 'torsdag 24 december 2026, vald' },
  { language: 'en', monday: 'Monday', day: 'Thursday, December 24, 2026, chosen' },
] as const)('in $language, too', async ({ language, monday, day }) => {
  const { grid } = await openCalendar('2026-12-24', language)
  expect(grid.getAttribute('aria-label')).toBe('December 2026')
  expect(grid.querySelector('thead th')?.getAttribute('aria-label')).toBe(monday)
  expect(within(grid).getByRole('button', { name: day })).toBe(document.activeElement)
})

test('arrows, Page down and Enter choose a day, and the focus returns to the button', async () => {
  const { user } = await openCalendar('2026-12-24')
  await user.keyboard('{ArrowDown}{ArrowLeft}{PageDown}{Enter}')
  expect(getValue()).toBe('2027-01-30')
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('30.01.2027')
})

test('a press on a day of the next month chooses it; Escape changes nothing', async () => {
  const { user, grid } = await openCalendar('2026-12-24')
  await user.click(within(grid).getByRole('button', { name: /2. tammikuuta 2027/ }))
  expect(getValue()).toBe('2027-01-02')
  await user.click(screen.getByRole('button', { name: /Päivä/ }))
  await user.keyboard('{ArrowRight}{Escape}')
  expect(screen.queryByRole('grid')).toBeNull()
  expect(getValue()).toBe('2027-01-02')
})

test('a day typed in Finnish form is the value, and the calendar opens there', async () => {
  const user = renderPart(<Form initial="" />, { language: 'fi' })
  await user.type(screen.getByRole('textbox'), '6.1.2027')
  expect(getValue()).toBe('2027-01-06')
  await user.click(screen.getByRole('button', { name: /Päivä/ }))
  expect((await screen.findByRole('grid')).getAttribute('aria-label')).toBe('Tammikuu 2027')
})
