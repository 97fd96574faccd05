import { useState } from 'react'
import { productOffers, type ShownOffer } from '#contract/catalogue/product-offers.ts'
import { FOOD_KINDS } from '#domain/catalogue/food-information.ts'
import type { OfferPart } from '#domain/catalogue/product-offer.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'

/** What an admin takes of an offer. */
export type Taking = {
  offer: ShownOffer | undefined
  parts: readonly OfferPart[]
  /** One of FOOD_KINDS, or empty. */
  kind: string
}

const NOTHING: Taking = { offer: undefined, parts: [], kind: '' }

/** The chosen parts of an offer; `give` gives them to a new product. */
export function useTaking() {
  const [taking, setTaking] = useState(NOTHING)
  const showFailure = useFailureNotice()
  // A failure is shown, and not thrown: the product is there.
  const give = (productId: number) =>
    take(productId, taking).catch((error: unknown) => showFailure(error, 'offer-not-taken'))
  return { ...taking, setTaking, give }
}

export type TakingControl = ReturnType<typeof useTaking>

/** Gives a product what was chosen. */
async function take(productId: number, { offer, parts, kind }: Taking): Promise<void> {
  if (!offer) return
  const chosen = FOOD_KINDS.find(each => each === kind) ?? null
  const body = { code: offer.code, parts: [...parts], kind: chosen }
  await callApi(productOffers.take, { params: { id: productId }, body })
}
