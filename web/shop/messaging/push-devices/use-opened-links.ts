import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { safeLink } from '#domain/format/safe-link.ts'

/** The path in the worker's message about a pressed notification. */
function pathIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'GO_TO') return undefined
  const path = 'path' in data && typeof data.path === 'string' ? safeLink(data.path) : undefined
  return path?.startsWith('/') ? path : undefined
}

/** Opens the target of a pressed notification like a link: unsaved text in a form asks first. */
export function useOpenedLinks(): void {
  const navigate = useNavigate()
  const go = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    const worker = navigator.serviceWorker
    if (!worker) return undefined
    const onMessage = ({ data, ports }: MessageEvent) => {
      const path = pathIn(data)
      if (path === undefined) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port's takes none
      ports[0]?.postMessage('GONE')
      go(path)
    }
    worker.addEventListener('message', onMessage)
    return () => worker.removeEventListener('message', onMessage)
  }, [])
}
