import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { safeLink } from '#domain/format/safe-link.ts'

/** What the worker says when a notification was pressed. */
function pathIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'GO_TO') return undefined
  const path = 'path' in data && typeof data.path === 'string' ? safeLink(data.path) : undefined
  return path?.startsWith('/') ? path : undefined
}

/** Goes where a pressed notification leads, as by a link: what is typed into an unsaved form is asked about first. */
export function useOpenedLinks(): void {
  const navigate = useNavigate()
  const go = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    const worker = navigator.serviceWorker
    if (!worker) return undefined
    const hear = ({ data, ports }: MessageEvent) => {
      const path = pathIn(data)
      if (path === undefined) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port's takes none
      ports[0]?.postMessage('GONE')
      go(path)
    }
    worker.addEventListener('message', hear)
    return () => worker.removeEventListener('message', hear)
  }, [])
}
