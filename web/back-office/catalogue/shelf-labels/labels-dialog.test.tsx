import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dayText } from '#domain/format/day-text.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { renderPart } from '#web/render-part.tsx'
import { LabelsDialog } from './labels-dialog.tsx'

const renderDialog = (firstDay?: string) =>
  renderPart(
    <LabelsDialog
      selection={{ kind: 'rows', ids: [7, 9] }}
      {...(firstDay !== undefined && { firstDay })}
      onClose={() => {}}
    />,
  )
const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Prices of' })
const getQuery = () => new URL(screen.getByRole('link', { name: 'Open PDF' }).getAttribute('href') ?? '').searchParams

test('labels have today’s prices, unless a later day is entered', async () => {
  const user = renderDialog()
  expect(day().value).toBe(dayText(todayAt()))
  expect(getQuery().get('ids')).toBe('7,9')
  expect(getQuery().has('day')).toBe(false)
  const rememberedForMs = Date.parse(getQuery().get('remember_until') ?? '') - Date.now()
  expect(Math.round(rememberedForMs / 60_000)).toBe(60)
  const later = plusDays(todayAt(), 3)
  await user.clear(day())
  await user.type(day(), dayText(later))
  expect(getQuery().get('day')).toBe(later)
})

test('labels found for a later day have its prices', () => {
  const tomorrow = plusDays(todayAt(), 1)
  renderDialog(tomorrow)
  expect(getQuery().get('day')).toBe(tomorrow)
})

test('labels of a past or invalid day can’t be opened', async () => {
  const user = renderDialog()
  for (const text of [dayText(plusDays(todayAt(), -1)), '31.2.2030']) {
    await user.clear(day())
    await user.type(day(), text)
    expect(screen.queryByRole('link', { name: 'Open PDF' })).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open PDF' }).disabled).toBe(true)
    expect(screen.getByText('Enter today or a later day')).toBeTruthy()
  }
})

test('a day more than a year ahead names the last one that can be printed', async () => {
  const user = renderDialog()
  await user.clear(day())
  await user.type(day(), dayText(plusDays(todayAt(), 367)))
  expect(screen.queryByRole('link', { name: 'Open PDF' })).toBeNull()
  expect(screen.getByText(`Enter a day no later than ${dayText(plusDays(todayAt(), 366))}`)).toBeTruthy()
})
