import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { adminHome, type ShopStatus } from '#contract/administration/dashboard.ts'
import {
  backupLevel,
  backupState,
  booksLevel,
  diskLevel,
  outboxLevel,
  paymentsLevel,
  smsLevel,
  type StatusLevel,
  highestLevel,
} from '#domain/administration/shop-status.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { EVERY_MS } from './queries.ts'

const ICONS = { ok: CheckIcon, look: InfoIcon, off: WarningIcon }

const levelColour = ({ vars: { palette } }: Theme, level: StatusLevel | 'hint') =>
  ({
    ok: palette.success.main,
    look: palette.pill.attentionInk,
    off: palette.error.main,
    hint: palette.text.secondary,
  })[level]

const levelBorder = ({ vars: { palette } }: Theme, level: StatusLevel) =>
  ({ ok: palette.success.main, look: palette.sun, off: palette.error.main })[level]

/** The text has the same meaning as the icon and its colour. */
function Item({ level, text, to }: StatusItem) {
  const Icon = level === 'hint' ? InfoIcon : ICONS[level]
  return (
    <Box component="li" sx={{ display: 'flex', minWidth: 0 }}>
      <ButtonBase
        component={Link}
        to={to}
        sx={{
          display: 'flex',
          gap: 0.75,
          alignItems: 'center',
          minHeight: 44,
          px: 1,
          borderRadius: 1,
          font: 'inherit',
          textAlign: 'start',
          color: 'text.primary',
          fontWeight: level === 'off' ? 650 : undefined,
          '&:hover': { bgcolor: 'surface.mist' },
        }}
      >
        <Box
          component="span"
          aria-hidden
          sx={{ flexShrink: 0, display: 'flex', color: theme => levelColour(theme, level) }}
        >
          <Icon size={20} />
        </Box>
        {text}
      </ButtonBase>
    </Box>
  )
}

const RANKS = { off: 0, look: 1, hint: 2, ok: 3 } as const

/** What needs attention, the worst first; advice, which doesn't; and what is in order. */
export function splitItems<Item extends Pick<StatusItem, 'level'>>(items: readonly Item[]) {
  const ranked = items.toSorted((a, b) => RANKS[a.level] - RANKS[b.level])
  return {
    open: ranked.filter(({ level }) => level === 'off' || level === 'look'),
    advice: ranked.filter(({ level }) => level === 'hint'),
    fine: ranked.filter(({ level }) => level === 'ok'),
  }
}

const ItemList = ({ items }: { items: readonly StatusItem[] }) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 0.5 }}>
    {items.map(item => (
      <Item key={item.name} {...item} />
    ))}
  </Box>
)

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 } as const

type StatusPartsProps = { items: readonly StatusItem[]; headingId: string }

/** One list if all is well; otherwise what needs attention, and under headings of their own advice and what is in order. */
export function StatusParts({ items, headingId }: StatusPartsProps) {
  const { t } = useTranslation()
  const worst = worstLevel(items)
  const { open, advice, fine } = splitItems(items)
  return (
    <>
      <Box sx={row}>
        <Typography id={headingId} component="h2" sx={{ fontWeight: 650, px: 1, py: 1 }}>
          {t(`adminHome.status.${worst}`)}
        </Typography>
        <ItemList items={worst === 'ok' ? items : open} />
      </Box>
      {worst !== 'ok' && <Part title={t('adminHome.status.advice')} items={advice} />}
      {worst !== 'ok' && <Part title={t('adminHome.status.inOrder')} items={fine} />}
    </>
  )
}

function Part({ title, items }: { title: string; items: readonly StatusItem[] }) {
  if (items.length === 0) return null
  return (
    <Box sx={row}>
      <Typography component="h3" variant="body2" color="textSecondary" sx={{ px: 1 }}>
        {title}
      </Typography>
      <ItemList items={items} />
    </Box>
  )
}

const worstLevel = (items: readonly StatusItem[]): StatusLevel =>
  highestLevel(items.flatMap(({ level }) => (level === 'hint' ? [] : [level])))

const statusQuery = { ...queryFor(adminHome.status), refetchInterval: EVERY_MS, meta: { handlesOwnError: true } }

/** The names of the parts of the shop's status that need attention. */
export const useOpenParts = (): readonly string[] =>
  splitItems(useStatusItems(useQuery(statusQuery).data)).open.map(({ name }) => name)

/**
 * What works and what doesn't, at a glance; each item links to the page for acting on it. Renders nothing until the status is
 * loaded.
 */
export function StatusLine() {
  const id = useId()
  const { data } = useQuery(statusQuery)
  const items = useStatusItems(data)
  if (!data) return null
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        borderInlineStart: theme => `6px solid ${levelBorder(theme, worstLevel(items))}`,
        px: 1,
        py: 0.5,
      }}
    >
      <StatusParts items={items} headingId={id} />
    </Box>
  )
}

/** `hint`: advice, which never makes the status amber. */
type StatusItem = {
  name: string
  level: StatusLevel | 'hint'
  text: string
  to: string
}

const HEALTH_PATH = `${PATHS.settings}/health`

const toDate = (at: string | null) => (at === null ? null : new Date(at))

/** The parts of the shop's status as texts, in a fixed order. */
function useStatusItems(status: ShopStatus | undefined): readonly StatusItem[] {
  const { t, i18n } = useTranslation()
  if (!status) return []
  const now = new Date(status.at)
  const age = (at: Date) => ageText(at, now, i18n.language)
  const words = { now, age, t }
  const version = t('adminHome.status.version', { version: status.version })
  return [
    part('backup', getBackupStatus(status, words)),
    part('books', getBooksStatus(status, words)),
    part('payments', getPaymentsStatus(status, t), PATHS.orders),
    part('outbox', getOutboxStatus(status, words)),
    ...smsParts(status, t),
    ...diskParts(status, t),
    part('version', ['ok', version]),
    ...(status.has_passkey ? [] : [part('passkey', ['hint', t('adminHome.status.passkey')], PATHS.passkeys)]),
  ]
}

const part = (name: string, [level, text]: StatusText, to = HEALTH_PATH): StatusItem => ({ name, level, text, to })

/** Shown only if something is wrong. */
function diskParts({ disk }: ShopStatus, t: T): StatusItem[] {
  const { min_free_bytes: minFreeBytes, is_full: isFull } = disk
  const level = diskLevel({ minFreeBytes, isFull })
  if (level === 'ok') return []
  const free = Math.round((minFreeBytes ?? 0) / 1_000_000)
  return [part('disk', [level, isFull ? t('adminHome.status.diskFull') : t('adminHome.status.diskFills', { free })])]
}

type T = ReturnType<typeof useTranslation>['t']
type StatusLabels = { now: Date; age: (at: Date) => string; t: T }
type StatusText = [level: StatusItem['level'], text: string]

function getBackupStatus({ backup }: ShopStatus, { now, age, t }: StatusLabels): StatusText {
  const { is_scheduled: isScheduled } = backup
  const [lastAt, failedAt] = [toDate(backup.last_at), toDate(backup.failed_at)]
  const state = backupState({ isScheduled, lastAt, failedAt }, now)
  const at = state === 'failed' ? failedAt : lastAt
  return [backupLevel(state, isScheduled), t(`adminHome.status.backup.${state}`, { age: at === null ? '' : age(at) })]
}

function getBooksStatus({ books }: ShopStatus, { now, age, t }: StatusLabels): StatusText {
  const lookedAt = toDate(books.checked_at)
  const level = booksLevel({ violations: books.violations, checkedAt: lookedAt }, now)
  if (level === 'off') return [level, t('adminHome.status.booksBroken', { count: books.violations })]
  if (level === 'ok') return [level, t('adminHome.status.booksAgree')]
  return [
    level,
    lookedAt === null ? t('adminHome.status.booksNever') : t('adminHome.status.booksOld', { age: age(lookedAt) }),
  ]
}

function getPaymentsStatus({ payments }: ShopStatus, t: T): StatusText {
  const { unknown, unresolved, oldest_unknown_seconds: oldestUnknownSeconds } = payments
  const level = paymentsLevel({ unknown, unresolved, oldestUnknownSeconds })
  if (unresolved > 0) return [level, t('adminHome.status.unresolved', { count: unresolved })]
  return [level, unknown > 0 ? t('adminHome.status.unknown', { count: unknown }) : t('adminHome.status.paymentsClear')]
}

function getOutboxStatus({ outbox }: ShopStatus, { now, age, t }: StatusLabels): StatusText {
  const level = outboxLevel(outbox.oldest_seconds)
  if (level === 'ok') return [level, t('adminHome.status.outboxEmpty')]
  const since = age(new Date(now.getTime() - outbox.oldest_seconds * 1000))
  return [level, t('adminHome.status.outboxWaits', { count: outbox.waiting, age: since })]
}

/** Shown only if something is wrong: most admins need not know about these codes. */
function smsParts({ sms_codes: codes }: ShopStatus, t: T): StatusItem[] {
  const level = smsLevel(codes)
  return level === 'ok' ? [] : [part('sms', [level, t('adminHome.status.smsUnused', codes)], PATHS.users)]
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** `8 hours ago`, in the reader's language; less than a minute ago is `this minute`. */
export function ageText(at: Date, now: Date, language: string): string {
  const ms = Math.max(0, now.getTime() - at.getTime())
  const [unit, size] = UNITS.find(([, min]) => ms >= min) ?? UNITS[2]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(ms / size), unit)
}
