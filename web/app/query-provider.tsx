import { QueryClientProvider } from '@tanstack/react-query'
import { t } from '#web/kit/i18n/speech.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ApiError, hasCode } from '#web/kit/api/api-error.ts'
import { createQueryClient, onLoadFailed } from '#web/kit/api/query-client.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useNotFound } from '#web/kit/shell/use-not-found.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

export function QueryProvider({ children }: { children: ReactNode }) {
  const { notify } = useNotices()
  const leadHome = useNotFound()
  const [client] = useState(createQueryClient)
  /**
   * Reports a failed load in one notice, but not while older data is shown. A 404 redirects to /home with its message, and so
   * does an address that the server refuses as invalid.
   */
  const tell = useEffectEvent((error: Error, hasData: boolean) => {
    const status = error instanceof ApiError ? error.status : undefined
    // The session provider reports a 401 itself.
    if (status === 401 || (hasData && status !== 404)) return
    if (status === 404 || hasCode(error, 'request.invalid')) return leadHome()
    const text = errorText(error, t)
    if (text !== undefined) notify({ id: `load-${status}`, severity: 'error', text })
  })
  useEffect(() => onLoadFailed((error, { hasData }) => tell(error, hasData)), [])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
