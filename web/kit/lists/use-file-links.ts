import type { MouseEvent } from 'react'
import { passkeys } from '#contract/accounts/passkeys.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { callApi, requestUrl } from '#web/kit/api/call-api.ts'
import type { CheckedInput } from '#web/kit/api/call-input.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'

/**
 * `opens`: to be read or printed, in a tab of its own; one that needs a fresh passkey in this tab, because browsers block a new tab
 * that no press opens directly. Otherwise the file is saved.
 */
type FileLink = { endpoint: Endpoint; input?: CheckedInput; opens?: boolean }

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/**
 * The attributes of links to files. A link can't ask for a passkey, so before a file that needs a fresh one, a call does; the
 * file then starts by itself.
 */
export function useFileLinks() {
  const notifyFailure = useFailureNotice()
  return ({ endpoint, input, opens = false }: FileLink) => {
    const needsPasskey = endpoint.needsFreshPasskey !== undefined
    const href = requestUrl(endpoint, input)
    return {
      href,
      ...(!opens && { download: true }),
      ...(opens && !needsPasskey && NEW_TAB),
      onClick(event: MouseEvent): void {
        if (!needsPasskey) return
        event.preventDefault()
        callApi(passkeys.checkFresh).then(
          () => Object.assign(document.createElement('a'), { href }, !opens && { download: '' }).click(),
          (error: unknown) => notifyFailure(error, 'file'),
        )
      },
    }
  }
}
