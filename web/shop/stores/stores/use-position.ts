import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StorePosition } from '#domain/stores/coordinates.ts'

export type PositionFault = 'locationUnsupported' | 'locationDenied' | 'locationFailed'

class PositionError extends Error {
  readonly fault: PositionFault
  constructor(fault: PositionFault) {
    super(fault)
    this.fault = fault
  }
}

const TIMEOUT_MS = 10_000
const FRESH_MS = 120_000

/** Asks the browser for the position of this device. Rejects with a PositionError. */
export function readPosition(): Promise<StorePosition> {
  return new Promise((resolve, reject) => {
    // Absent in some browsers, and undefined where it was switched off.
    const geolocation = navigator.geolocation as Geolocation | undefined
    if (!geolocation) return reject(new PositionError('locationUnsupported'))
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code, PERMISSION_DENIED }) =>
        reject(new PositionError(code === PERMISSION_DENIED ? 'locationDenied' : 'locationFailed')),
      { timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
    )
  })
}

const positionQuery = queryOptions({
  queryKey: ['position'],
  queryFn: readPosition,
  staleTime: FRESH_MS,
  retry: false,
  refetchOnWindowFocus: false,
  meta: { handlesOwnError: true },
})

/** Whether a request would show no prompt, because the permission was granted before. */
function useIsGranted(): boolean {
  const [isGranted, setGranted] = useState(false)
  useEffect(() => {
    const query = navigator.permissions?.query({ name: 'geolocation' })
    query?.then(
      ({ state }) => setGranted(state === 'granted'),
      () => undefined,
    )
  }, [])
  return isGranted
}

/** The phone's position: requested when needed, and without a prompt if it was allowed before. */
export function usePosition({ isNeeded }: { isNeeded: boolean }) {
  const isGranted = useIsGranted()
  const { data, error, isFetching, refetch } = useQuery({ ...positionQuery, enabled: isNeeded || isGranted })
  return {
    position: data,
    fault: error instanceof PositionError ? error.fault : undefined,
    isAsking: isFetching,
    retry: () => void refetch(),
  }
}
