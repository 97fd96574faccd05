import { useLayoutEffect, useRef, useState } from 'react'

/** The same function for as long as the component stands; it does what the latest one given does. */
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
