import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { phoneVerification } from '#contract/accounts/phone-verification.ts'
import { formatTimeNear } from '#domain/format/date-format.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { ApiError, hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSession, useUser } from '#web/kit/session/session-provider.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { inputFault, TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import css from './phone-verification.module.css'

const TICK_MS = 1000

/** The current time, updated every second until the instant has passed. */
function useNow(untilInstant: string | null): Date {
  const [now, setNow] = useState(() => new Date(serverNow()))
  useEffect(() => {
    const tick = () => setNow(new Date(serverNow()))
    const timer = setInterval(() => {
      tick()
      if (serverNow() >= Date.parse(untilInstant ?? '')) clearInterval(timer)
    }, TICK_MS)
    // A new wait begins now, not at the tick that ended the last one.
    queueMicrotask(tick)
    return () => clearInterval(timer)
  }, [untilInstant])
  return now
}

/** The wait for the next SMS, updated every second; undefined when one may be sent. */
export function useCooldown(cooldownUntil: string | null): { until: Date; now: Date } | undefined {
  const now = useNow(cooldownUntil)
  const until = new Date(cooldownUntil ?? 0)
  return until > now ? { until, now } : undefined
}

/** Until when no SMS is sent, and the time left. */
function CooldownWarning({ until, now }: { until: Date; now: Date }) {
  const { t } = useTranslation()
  return (
    <Panel tone="attention">
      <div className={css.cooldown}>
        <span role="status">
          {t('verification.cooldown', { cooldownUntil: cooldownText(until, now, SHOP_TIME_ZONE) })}
        </span>
        <span aria-hidden className={css.cooldownLeft}>
          {t('verification.cooldownLeft', { time: countdownText(until, now) })}
        </span>
      </div>
    </Panel>
  )
}

const MAX_LENGTH = 40

/** The first step: the phone number for the code. */
export function PhoneForm({ onSent, autoFocus }: { onSent: () => void; autoFocus: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const send = useSendCode()
  const field = useRef<HTMLInputElement>(null)
  const [phone, setPhone] = useState(() => formatPhone(user.phone ?? ''))
  const [showFault, setShowFault] = useState(false)
  const [fault, setFault] = useState<string>()
  const [cooldownUntil, setCooldownUntil] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const cooldown = useCooldown(cooldownUntil ?? user.sms_cooldown_until)
  const rules = {
    required: true,
    requiredText: t('form.requiredField'),
    maxLength: MAX_LENGTH,
    maxLengthText: t('form.maxLength', { count: MAX_LENGTH }),
  }
  const change = (value: string) => {
    setPhone(value)
    setFault(undefined)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setShowFault(true)
    if (isBusy || cooldown) return
    if (inputFault(phone, rules) !== undefined) return field.current?.focus()
    setBusy(true)
    const outcome = await send(phone.trim())
    setBusy(false)
    setFault(outcome.fault)
    setCooldownUntil(outcome.cooldownUntil)
    if (outcome.isSent) return onSent()
    field.current?.focus()
  }
  return (
    <form onSubmit={event => void submit(event)} noValidate style={{ display: 'grid', gap: 16 }}>
      <TextInput
        {...rules}
        label={t('verification.phone')}
        hint={t('verification.phoneHint')}
        value={phone}
        onChange={change}
        error={fault}
        showFault={showFault}
        type="tel"
        name="phone"
        inputMode="tel"
        autoComplete="tel"
        autoFocus={autoFocus}
        inputRef={field}
      />
      {cooldown && <CooldownWarning {...cooldown} />}
      <PrimaryButton
        type="submit"
        loading={isBusy}
        loadingLabel={t('verification.send')}
        disabled={cooldown !== undefined}
      >
        {t('verification.send')}
      </PrimaryButton>
    </form>
  )
}

/** Why no code was sent, by how the form handles it. */
type SendRefusal = { kind: 'blocked' } | { kind: 'cooldown'; until: string } | { kind: 'typo' } | { kind: 'failed' }

function sendRefusal(error: unknown): SendRefusal {
  const { phone_blocked, sms_cooldown_until } = error instanceof ApiError ? error.body : {}
  if (phone_blocked === true) return { kind: 'blocked' }
  if (typeof sms_cooldown_until === 'string') return { kind: 'cooldown', until: sms_cooldown_until }
  const isTypo = hasCode(error, 'verification.phoneInvalid', 'verification.countryNotAllowed')
  return { kind: isTypo ? 'typo' : 'failed' }
}

/** Why no code was sent, and from when on one may be requested if the day's limit is reached. */
export function refusalText(error: unknown, t: Translate): string | undefined {
  const retryAt = error instanceof ApiError ? error.body.retry_at : undefined
  if (typeof retryAt !== 'string') return errorText(error, t)
  return t('verification.capReached', {
    retryAt: cooldownText(new Date(retryAt), new Date(serverNow()), SHOP_TIME_ZONE),
  })
}

/** `fault`: the problem of the number, as a text. */
type SendOutcome = { isSent: boolean; cooldownUntil?: string; fault?: string | undefined }

/** Sends a code by SMS, and handles each refusal. */
function useSendCode() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { notify, dismiss } = useNotices()
  const { storeUser, leave } = useSession()
  const refused = async (error: unknown): Promise<SendOutcome> => {
    const refusal = sendRefusal(error)
    if (refusal.kind === 'cooldown') return { isSent: false, cooldownUntil: refusal.until }
    if (refusal.kind === 'blocked') {
      await navigate(PATHS.phoneBlocked, { replace: true })
      await leave()
      return { isSent: false }
    }
    const reason = refusalText(error, t)
    const notice = { id: 'send-code', text: t('verification.sendFailed') }
    if (refusal.kind === 'typo') notify({ ...notice, severity: 'warning' })
    else notify({ ...notice, severity: 'error', ...(reason && { detail: reason }) })
    return { isSent: false, ...(refusal.kind === 'typo' && { fault: reason }) }
  }
  return async (phone: string): Promise<SendOutcome> => {
    try {
      await storeUser(await callApi(phoneVerification.send, { body: { phone } }))
      dismiss('send-code')
      return { isSent: true }
    } catch (error) {
      return refused(error)
    }
  }
}

/** The end of an SMS cooldown, formatted by formatTimeNear. */
export const cooldownText = formatTimeNear

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The time left as m:ss, or h:mm:ss; 0:00 when it is over. */
export function countdownText(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`
}
