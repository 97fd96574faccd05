import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'

const TIMEOUT_MS = 600

/**
 * The current order as the payment gate fetched it. Right after the start it may take a moment: the basket waits that long, so
 * that it doesn't flash up instead of the checkout, but no longer, since scanning needs no network.
 */
export function useKnownOrder() {
  const { data: order, isError } = useQuery({ ...currentOrderQuery, enabled: false })
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return { order, isAwaited: order === undefined && !isError && !isLate }
}
