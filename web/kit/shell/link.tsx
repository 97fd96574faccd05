import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useNavigate } from 'react-router'

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
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isFrame = (props.target ?? '_self') !== '_self'
    if (event.defaultPrevented || opensElsewhere(event) || isFrame) return
    event.preventDefault()
    const replace = event.currentTarget.href === location.href
    const open = () => void navigate(to, { replace })
    // The press is visible before the page is made. What a handler has changed must not render at the old address.
    if (onClick) open()
    else requestAnimationFrame(() => setTimeout(open))
  }
  return <a {...props} href={href} onClick={follow} />
}
