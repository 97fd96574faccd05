import { type ComponentProps, type MouseEvent, useCallback, useMemo } from 'react'
import { createPath, type NavigateOptions, useHref, useLocation, useNavigate } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

/**
 * A link to a page of the app, which opens without a reload; one to the current page adds no history entry. The router's own Link
 * would add its server code to every first load.
 */
export function Link({ to, onClick, ...props }: LinkProps) {
  const navigate = useNavigate()
  const href = useHref(to)
  const here = createPath(useLocation())
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isFrame = props.target !== undefined && props.target !== '_self'
    if (event.defaultPrevented || opensElsewhere(event) || isFrame) return
    event.preventDefault()
    void navigate(to, { replace: href === here })
  }
  return <a {...props} href={href} onClick={follow} />
}

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
