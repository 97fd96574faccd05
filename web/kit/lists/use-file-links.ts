import type { MouseEvent } from 'react'
import { passkeys } from '#contract/accounts/passkeys.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CheckedInput, callApi, requestUrl } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'

/** `opens`: in a tab of its own, to be read or printed; otherwise the file is saved. */
type FileLink = { endpoint: Endpoint; input?: CheckedInput; opens?: boolean }

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/**
 * The attributes of links to files. A link can't ask for a passkey, so before a file that needs a fresh one, a call does; the
 * file then starts by itself.
 */
export function useFileLinks() {
  const showFailure = useFailureNotice()
  return ({ endpoint, input, opens = false }: FileLink) => {
    const link = { href: requestUrl(endpoint, input), ...(opens ? NEW_TAB : { download: true }) }
    return {
      ...link,
      onClick(event: MouseEvent): void {
        if (endpoint.needsFreshPasskey === undefined) return
        event.preventDefault()
        callApi(passkeys.checkFresh).then(
          () => Object.assign(document.createElement('a'), link, opens ? {} : { download: '' }).click(),
          (error: unknown) => showFailure(error, 'file'),
        )
      },
    }
  }
}
