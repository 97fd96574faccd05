import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGE_TYPES, type MessageType, type MessageSubscription } from '#contract/messaging/push-devices.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { installWay } from '#web/kit/install/install-way.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { NO_SUBSCRIPTION, PushDenied, type PushDevice } from './browser-device.ts'

/** By language: after a change of language, notifications should come in the new one. */
const subscriptionKey = (language: LanguageCode) => ['push-subscription', language]

type SubscriptionChoice = {
  messageTypes: MessageType[]
  language: LanguageCode
}

type SaveCallbacks = {
  onSaved: (subscription: MessageSubscription) => void
  onDenied: () => void
}

/** Saves the choice, or ends the subscription if nothing is chosen, and notifies of the result. */
function useSaving(device: PushDevice, { onSaved, onDenied }: SaveCallbacks) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const [isSaving, setSaving] = useState(false)
  const notifyResult = (severity: 'success' | 'error', text: string) => notify({ id: 'push', severity, text })
  const subscribe = async (choice: SubscriptionChoice) => {
    try {
      onSaved(await device.save(choice))
      notifyResult('success', t('subscriptions.subscribed'))
    } catch (error) {
      if (error instanceof PushDenied) onDenied()
      else notifyResult('error', t('subscriptions.subscribeError'))
    }
  }
  const unsubscribe = async () => {
    try {
      await device.end()
      onSaved(NO_SUBSCRIPTION)
      notifyResult('success', t('subscriptions.unsubscribed'))
    } catch {
      notifyResult('error', t('subscriptions.unsubscribeError'))
    }
  }
  const save = async (choice: SubscriptionChoice) => {
    setSaving(true)
    await (choice.messageTypes.length > 0 ? subscribe(choice) : unsubscribe())
    setSaving(false)
  }
  return { isSaving, save }
}

/** The device's subscription, the unsaved choice, and the saving. `onDenied`: the user or the browser refused. */
export function useSubscription(device: PushDevice, onDenied: () => void) {
  const { i18n } = useTranslation()
  const cache = useQueryClient()
  const language = LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? LANGUAGE_CODES[0]
  const { data, isFetching } = useQuery({
    queryKey: subscriptionKey(language),
    queryFn: () => device.find(language),
    staleTime: 0,
    retry: false,
    meta: { isBackground: true },
  })
  const [changes, setChanges] = useState<Partial<Record<MessageType, boolean>>>({})
  const { isSaving, save } = useSaving(device, {
    onSaved: subscription => {
      cache.setQueryData(subscriptionKey(language), subscription)
      setChanges({})
    },
    onDenied,
  })
  const saved = data?.messageTypes ?? []
  const chosen = MESSAGE_TYPES.filter(type => changes[type] ?? saved.includes(type))
  const isLoading = isFetching || isSaving
  return {
    chosen,
    choose: (type: MessageType, isWanted: boolean) => setChanges(current => ({ ...current, [type]: isWanted })),
    isLoading,
    maySave: !isLoading && (saved.length > 0 || chosen.length > 0),
    save: () => void save({ messageTypes: chosen, language }),
  }
}

/**
 * How notifications reach this browser: by web push, through the iOS app, only once the app is on the home screen, or not at
 * all, since they are blocked or unsupported.
 */
type PushWay = 'webpush' | 'app' | 'installFirst' | 'denied' | 'unsupported'

type PushFacts = {
  userAgent: string
  /** In the format of document.cookie. */
  cookies: string
  isStandalone: boolean
  /** Service workers, push and notifications. */
  hasWebPush: boolean
  /** The browser's permission for the shop; undefined where notifications aren't supported. */
  permission: NotificationPermission | undefined
}

// The wrapper's browser has no web push; its cookie shows that the app provides its own token.
const APP_COOKIE = /(?:^|;\s*)app-platform=iOS(?: |%20|\+)App(?: |%20|\+)Store(?:;|$)/
const APP_BROWSER = /PWAShell/

export function pushWay({ userAgent, cookies, isStandalone, hasWebPush, permission }: PushFacts): PushWay {
  if (APP_COOKIE.test(cookies)) return 'app'
  if (APP_BROWSER.test(userAgent)) return 'denied'
  // Safari on an iPhone supports push only for apps on the home screen.
  if (!hasWebPush)
    return installWay({ userAgent, isStandalone, hasPrompt: false }) === 'iphone' ? 'installFirst' : 'unsupported'
  return permission === 'denied' ? 'denied' : 'webpush'
}
