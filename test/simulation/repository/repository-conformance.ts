import { beforeEach, describe } from 'vitest'
import { RepositoryDriver, type RepositoryUnderTest } from './repository-driver.ts'
import { knowsWhoLeads } from './repository-leases.ts'
import { writesOutcomes } from './repository-outcomes.ts'
import { beginsPayments } from './repository-payments.ts'
import { queuesFairly } from './repository-queue.ts'
import { refundsPayments } from './repository-refunds.ts'
import { reversesPayments } from './repository-reversals.ts'

/** Requirements for every repository of payments and refunds. */
export function repositoryConformance(name: string, open: () => Promise<RepositoryUnderTest>): void {
  describe(`the payment repository ${name}`, () => {
    let under: RepositoryUnderTest
    beforeEach(async () => {
      under = await open()
    })
    const hands = new RepositoryDriver(() => under)
    beginsPayments(hands)
    queuesFairly(hands)
    writesOutcomes(hands)
    knowsWhoLeads(hands)
    refundsPayments(hands)
    reversesPayments(hands)
  })
}
