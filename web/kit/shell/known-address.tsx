import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation, useParams } from 'react-router'
import { isPossibleAddress } from './possible-address.ts'
import { useNotFound } from './use-not-found.ts'

function Impossible() {
  const leadHome = useEffectEvent(useNotFound())
  useEffect(() => leadHome(), [])
  return null
}

type KnownAddressProps = {
  // Of PATHS.
  path: string
  // The page reads no query: a link may contain any parameters of a campaign.
  anyQuery?: boolean
  children: ReactNode
}

/** Redirects an address that can't exist to /home, like one whose record does not exist. */
export function KnownAddress({ path, anyQuery = false, children }: KnownAddressProps) {
  const { id } = useParams()
  const { search } = useLocation()
  return isPossibleAddress(path, id, new URLSearchParams(anyQuery ? '' : search)) ? children : <Impossible />
}
