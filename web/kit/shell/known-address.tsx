import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { isPossibleAddress } from './possible-address.ts'
import { useNotFound } from './use-not-found.ts'

const NO_QUERY = new URLSearchParams()

function Impossible() {
  const leadHome = useEffectEvent(useNotFound())
  useEffect(() => leadHome(), [])
  return null
}

interface KnownAddressProps {
  // The page reads no query: a link may carry whatever a campaign counts by.
  anyQuery?: boolean
  children: ReactNode
}

/** A page whose address can't be that of anything leads home, as one whose record is not there does. */
export function KnownAddress({ anyQuery = false, children }: KnownAddressProps) {
  const { id } = useParams()
  const [query] = useSearchParams()
  return isPossibleAddress(id, anyQuery ? NO_QUERY : query) ? children : <Impossible />
}
