import { type FormEvent, useId, useRef, useState } from 'react'
import { MESSAGE_TYPES, subscriptions } from '#contract/messaging/push-devices.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { runsFromHomeScreen } from '#web/kit/install/install-way.ts'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { browserDevice, PushDenied, type PushDevice } from './browser-device.ts'
import css from './push-devices.module.css'
import { pushWay, useSubscription } from './use-subscription.ts'

/** The app's interface: the names of its messages, and of the events with which it responds. */
type AppMessage = 'push-permission-request' | 'push-permission-state' | 'push-token'

/** Some versions of the wrapper never respond: the script that they send is invalid. */
const TIMEOUT_MS = 5000
/** How long the user may take to answer the phone's own prompt. */
const ASKING_MS = 60_000
const ALLOWED_STATES = ['granted', 'authorized', 'provisional', 'ephemeral']

type AppWindow = {
  webkit?: { messageHandlers?: Partial<Record<AppMessage, { postMessage: (message: string) => void }>> }
}

/** Asks the app; undefined if it doesn't respond in time, or can't be asked. */
function requestFromApp(message: AppMessage, timeoutMs: number): Promise<string | undefined> {
  // Only the app's own browser has it.
  const handler = (window as AppWindow).webkit?.messageHandlers?.[message]
  if (!handler) return Promise.resolve(undefined)
  return new Promise(resolve => {
    const end = (answer: string | undefined) => {
      clearTimeout(late)
      removeEventListener(message, onResponse)
      resolve(answer)
    }
    const onResponse = (event: Event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
      end(typeof detail === 'string' ? detail : undefined)
    }
    const late = setTimeout(() => end(undefined), timeoutMs)
    addEventListener(message, onResponse)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the app's takes none
    handler.postMessage(message)
  })
}

const isAllowed = (answer: string | undefined) => answer !== undefined && ALLOWED_STATES.includes(answer)

/** Whether the phone allows the app to show notifications; asks a user who was never asked. */
async function requestPermission(): Promise<boolean> {
  const state = await requestFromApp('push-permission-state', TIMEOUT_MS)
  if (isAllowed(state)) return true
  if (state === 'denied') return false
  return isAllowed(await requestFromApp('push-permission-request', ASKING_MS))
}

/** The token by which Firebase reaches the app; undefined if the app has none. */
async function appToken(): Promise<string | undefined> {
  const token = await requestFromApp('push-token', TIMEOUT_MS)
  return token === undefined || token === '' || token.startsWith('ERROR') ? undefined : token
}

const AttentionPanel = ({ children }: { children: string }) => (
  <Panel tone="attention">
    <div role="alert">{children}</div>
  </Panel>
)

type BlockedProps = {
  /** Checks the permission again; returns whether notifications are still blocked. */
  onCheck: () => boolean
}

/** Notifications are blocked: how to allow them again in this browser, and a button to check again. */
function BlockedNotice({ onCheck }: BlockedProps) {
  const { t } = useTranslation()
  const [checks, setChecks] = useState(0)
  const place = blockedIn({ userAgent: navigator.userAgent, isStandalone: runsFromHomeScreen() })
  const check = () => {
    if (onCheck()) setChecks(count => count + 1)
  }
  return (
    <>
      <AttentionPanel>{t('subscriptions.accessDenied')}</AttentionPanel>
      <div className={css.blockedText}>{t(`subscriptions.allow.${place}`)}</div>
      <SecondaryButton fullWidth onClick={check}>
        {t('subscriptions.check')}
      </SecondaryButton>
      <div role="status" className={css.retryNote}>
        {/* The new key makes each check announce it again. */}
        {checks > 0 && <span key={checks}>{t('subscriptions.stillBlocked')}</span>}
      </div>
    </>
  )
}

/** The iOS app around this browser: it receives notifications by its own token. */
const appDevice: PushDevice = {
  async find(language) {
    const found = await callApi(subscriptions.findApns)
    if (found.messageTypes.length === 0 || found.language === language) return found
    // The server already has the token: only the reader's language has changed.
    return callApi(subscriptions.saveApns, { body: { messageTypes: found.messageTypes, language } })
  },

  async save({ messageTypes, language }) {
    if (!(await requestPermission())) throw new PushDenied()
    const token = await appToken()
    // Some apps never respond: another try may help, and nothing was denied.
    if (token === undefined) throw new Error('the app gave no token')
    return callApi(subscriptions.saveApns, { body: { messageTypes, language, token } })
  },

  end: async () => void (await callApi(subscriptions.removeApns)),
}

const { Part: IphoneGuide } = lazyPart(async () => (await import('#web/kit/install/iphone-guide.tsx')).IphoneGuide)

const wayHere = () =>
  pushWay({
    userAgent: navigator.userAgent,
    cookies: document.cookie,
    isStandalone: runsFromHomeScreen(),
    hasWebPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
  })

type ChoicesProps = {
  device: PushDevice
  titleId: string
  onDenied: () => void
}

function MessageChoices({ device, titleId, onDenied }: ChoicesProps) {
  const { t } = useTranslation()
  const form = useSubscription(device, onDenied)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  return (
    <form onSubmit={submit} aria-labelledby={titleId} className={css.types}>
      {MESSAGE_TYPES.map(type => (
        <CheckInput
          key={type}
          label={t(`subscriptions.types.${type}`)}
          hint={t(`subscriptions.hints.${type}`)}
          checked={form.chosen.includes(type)}
          onChange={isWanted => form.choose(type, isWanted)}
        />
      ))}
      <SecondaryButton type="submit" fullWidth disabled={!form.maySave} loading={form.isLoading}>
        {t('subscriptions.save')}
      </SecondaryButton>
    </form>
  )
}

function InstallFirst() {
  const { t } = useTranslation()
  const [isGuideOpen, setGuideOpen] = useState(false)
  return (
    <>
      <AttentionPanel>{t('subscriptions.unsupportedBrowser')}</AttentionPanel>
      <Text>{t('subscriptions.installFirst')}</Text>
      <SecondaryButton fullWidth onClick={() => setGuideOpen(true)}>
        {t('install.acceptOnIphone')}
      </SecondaryButton>
      {isGuideOpen && <IphoneGuide onClose={() => setGuideOpen(false)} />}
    </>
  )
}

/** The notifications of this device. No permission is requested before Save is pressed. */
export function SubscriptionForm() {
  const { t } = useTranslation()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [way, setWay] = useState(wayHere)
  const [isDenied, setDenied] = useState(false)
  const isBlocked = way === 'denied' || isDenied
  /** The app is asked again on the next save. */
  const check = () => {
    const now = wayHere()
    if (now === 'denied') return true
    setWay(now)
    setDenied(false)
    // The pressed button is gone.
    title.current?.focus()
    return false
  }
  return (
    <section aria-labelledby={id} className={css.section}>
      <Text variant="h3" id={id} ref={title} tabIndex={-1}>
        {t('subscriptions.title')}
      </Text>
      {!isBlocked && way === 'webpush' && (
        <MessageChoices device={browserDevice} titleId={id} onDenied={() => setDenied(true)} />
      )}
      {!isBlocked && way === 'app' && (
        <MessageChoices device={appDevice} titleId={id} onDenied={() => setDenied(true)} />
      )}
      {way === 'installFirst' && <InstallFirst />}
      {isBlocked && <BlockedNotice onCheck={check} />}
      {way === 'unsupported' && <AttentionPanel>{t('subscriptions.unsupportedBrowser')}</AttentionPanel>}
    </section>
  )
}

/** Where a user allows notifications again: each kind of browser has its own place. */
export const BLOCKED_IN = ['iphone', 'installed', 'samsung', 'firefox', 'safari', 'other'] as const
type BlockedIn = (typeof BLOCKED_IN)[number]

/** By the user agent. `isStandalone`: the app runs from the home screen. */
export function blockedIn({ userAgent, isStandalone }: { userAgent: string; isStandalone: boolean }): BlockedIn {
  if (/iPhone|iPad|iPod|PWAShell/.test(userAgent)) return 'iphone'
  if (isStandalone && userAgent.includes('Android')) return 'installed'
  if (userAgent.includes('SamsungBrowser')) return 'samsung'
  if (userAgent.includes('Firefox')) return 'firefox'
  return userAgent.includes('Macintosh') && !/Chrome|Edg|OPR/.test(userAgent) ? 'safari' : 'other'
}
