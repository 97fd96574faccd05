import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { t } from 'i18next'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { createQueryClient, type LoadFailed } from '#web/api/query-client.ts'
import { errorText } from '#web/api/show-error.ts'
import { PATHS } from '#web/paths.ts'
import { router } from '#web/routes.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

type Notify = ReturnType<typeof useNotices>['notify']

/** A load's failure is told once; what is shown already stands; a 404 leads home and takes its message along. */
const tellOf =
  (notify: Notify): LoadFailed =>
  (error, { hasData }) => {
    const status = error instanceof ApiError ? error.status : undefined
    // The session has told of a 401 itself.
    if (status === 401 || (hasData && status !== 404)) return
    const text = errorText(error, t)
    if (text !== undefined) notify({ id: `load-${status}`, severity: 'error', text })
    if (status === 404) void router.navigate(PATHS.home)
  }

export function QueryProvider({ children }: { children: ReactNode }) {
  const { notify } = useNotices()
  const [client] = useState<QueryClient>(() => createQueryClient(tellOf(notify)))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
