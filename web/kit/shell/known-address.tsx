import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { isPossibleAddress } from './possible-address.ts'
import { useNotFound } from './use-not-found.ts'

function Impossible() {
  const leadHome = useEffectEvent(useNotFound())
  useEffect(() => leadHome(), [])
  return null
}

/** A page whose address can't be that of anything leads home, as one whose record is not there does. */
export function KnownAddress({ children }: { children: ReactNode }) {
  const { id } = useParams()
  const [query] = useSearchParams()
  return isPossibleAddress(id, query) ? children : <Impossible />
}
