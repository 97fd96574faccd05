import { beforeEach, describe } from 'vitest'
import { knowsWhoLeads } from './book-leases.ts'
import { writesOutcomes } from './book-outcomes.ts'
import { beginsPayments } from './book-payments.ts'
import { BookHands, type BookUnderTest } from './book-hands.ts'

/** What every payment book must do. */
export function bookConformance(name: string, open: () => Promise<BookUnderTest>): void {
  describe(`the payment book ${name}`, () => {
    let under: BookUnderTest
    beforeEach(async () => {
      under = await open()
    })
    const hands = new BookHands(() => under)
    beginsPayments(hands)
    writesOutcomes(hands)
    knowsWhoLeads(hands)
  })
}
