import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type ChangeParams = (change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/** The address's query, and a function that navigates to another one. */
export function useSearchParams(): [params: URLSearchParams, change: ChangeParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  // A second change may come before the first one is rendered: it must not undo it.
  const latest = useRef(params)
  useLayoutEffect(() => void (latest.current = params), [params])
  const change: ChangeParams = useCallback(
    (alter, options) => {
      latest.current = alter(new URLSearchParams(latest.current))
      void navigate(`?${latest.current.toString()}`, options)
    },
    [navigate],
  )
  return [params, change]
}
