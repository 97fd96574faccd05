import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type ChangeParams = (change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/** The address's query, and a function that navigates to another one. */
export function useSearchParams(): [params: URLSearchParams, change: ChangeParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change: ChangeParams = useCallback(
    (alter, options) => void navigate(`?${alter(new URLSearchParams(params)).toString()}`, options),
    [navigate, params],
  )
  return [params, change]
}
