import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { signIn } from '#contract/accounts/sign-in.ts'
import type { User } from '#contract/accounts/users.ts'
import { LOGIN_LINK_MINUTES } from '#domain/accounts/login-links.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'

type LoginLink = { userId: string; timestamp: string; hash: string }

/** Why a link did not sign in; a spent one never will. */
export type LinkFault = { text: string; isSpent: boolean }

/** A user with a blocked number is logged out again at once by the session. */
const firstPath = ({ phone_blocked }: User) => (phone_blocked ? PATHS.phoneBlocked : PATHS.home)

/** An invalid link, a missing response and a rate limit have texts with what to do; any other error is unknown. */
function linkFaultText(error: unknown, t: Translate): string {
  const hasOwnText = hasCode(error, 'login.invalidLink', 'network', 'rate.limited', 'server.unavailable')
  return (hasOwnText && errorText(error, t)) || t('errors.unknown')
}

/** The two ways to sign in: a mailed link, and the code of the same mail. Each resolves to what went wrong, if anything. */
export function useSignIn() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { enter } = useSession()
  const refused = async <Fault>(error: unknown, getFault: () => Fault): Promise<Fault | undefined> => {
    if (!hasCode(error, 'login.disabled')) return getFault()
    erasePendingLogin()
    await navigate(PATHS.userDisabled, { replace: true })
    return undefined
  }
  return {
    byCode: async (email: string, code: string): Promise<string | undefined> => {
      try {
        const { user } = await callApi(signIn.useCode, { body: { email, code } })
        erasePendingLogin()
        // Navigates first, while the login screen still covers it: the page of the old address must not start.
        await navigate(firstPath(user), { replace: true })
        await enter(user)
        return undefined
      } catch (error) {
        return refused(error, () => errorText(error, t))
      }
    },
    byLink: async (link: LoginLink): Promise<LinkFault | undefined> => {
      try {
        const { user } = await callApi(signIn.useLink, { params: link })
        erasePendingLogin()
        await enter(user)
        await navigate(firstPath(user), { replace: true })
        return undefined
      } catch (error) {
        const isSpent = hasCode(error, 'login.invalidLink')
        return refused(error, () => ({ text: linkFaultText(error, t), isSpent }))
      }
    },
  }
}

const STORAGE_KEY = 'puoti-pending-login'

const pendingSchema = z.object({ email: z.string(), at: z.number() })

/** The address to which a code was just mailed: a phone may close the app while the user reads the mail. */
export function pendingLogin(now: number): string | undefined {
  try {
    const { email, at } = pendingSchema.parse(JSON.parse(readStored(STORAGE_KEY) ?? ''))
    if (now - at < LOGIN_LINK_MINUTES * MINUTE_MS) return email
    erasePendingLogin()
    return undefined
  } catch {
    return undefined
  }
}

export const storePendingLogin = (email: string, now: number): void =>
  void writeStored(STORAGE_KEY, JSON.stringify({ email, at: now }))

const erasePendingLogin = (): void => eraseStored(STORAGE_KEY)
