import { useLayoutEffect, useRef, useState } from 'react'

/** Returns a function that stays the same for the lifetime of the component and calls the latest `act`. */
export function useSteady<Args extends unknown[], Result>(act: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  const [steady] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )
  return steady
}
