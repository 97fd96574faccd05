import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { FreeSumInput, maxFreeSumCents } from './free-sum-input.tsx'

const ORDER = { paid_amount: 20, refunded_amount: 5 }
const LIMITED = { ...ORDER, free_sum_limit: { amount: 50, left: 7.5 } }

test('a keeper sees what is left of the day’s limit, and an admin what is left of the order', () => {
  expect([maxFreeSumCents(LIMITED), maxFreeSumCents({ ...ORDER, free_sum_limit: null })]).toEqual([750, 1500])
  renderPart(<FreeSumInput sum="7,51" onChange={() => undefined} limits={LIMITED} disabled={false} />)
  expect(screen.getByText(/7,50\s€ of 50,00\s€ left/)).toBeTruthy()
  expect(screen.getByText(/up to 7,50\s€/)).toBeTruthy()
})
