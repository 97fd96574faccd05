import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { adminHome } from '#contract/administration/dashboard.ts'
import { type StatusLevel, highestLevel } from '#domain/administration/shop-status.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { EVERY_MS } from './queries.ts'
import { type StatusItem, useStatusItems } from './use-status-items.ts'

const LEVEL_ICONS = { ok: CheckIcon, warning: InfoIcon, off: WarningIcon }

const levelColour = ({ vars: { palette } }: Theme, level: StatusLevel | 'hint') =>
  ({
    ok: palette.success.main,
    warning: palette.pill.attentionInk,
    off: palette.error.main,
    hint: palette.text.secondary,
  })[level]

const levelBorder = ({ vars: { palette } }: Theme, level: StatusLevel) =>
  ({ ok: palette.success.main, warning: palette.sun, off: palette.error.main })[level]

/** The text has the same meaning as the icon and its colour. */
function StatusLink({ level, text, to }: StatusItem) {
  const Icon = level === 'hint' ? InfoIcon : LEVEL_ICONS[level]
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

const LEVEL_RANKS = { off: 0, warning: 1, hint: 2, ok: 3 } as const

/** What needs attention, the worst first; advice, which doesn't; and what is in order. */
export function splitItems<Item extends Pick<StatusItem, 'level'>>(items: readonly Item[]) {
  const ranked = items.toSorted((a, b) => LEVEL_RANKS[a.level] - LEVEL_RANKS[b.level])
  return {
    open: ranked.filter(({ level }) => level === 'off' || level === 'warning'),
    advice: ranked.filter(({ level }) => level === 'hint'),
    fine: ranked.filter(({ level }) => level === 'ok'),
  }
}

const ItemList = ({ items }: { items: readonly StatusItem[] }) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 0.5 }}>
    {items.map(item => (
      <StatusLink key={item.name} {...item} />
    ))}
  </Box>
)

const rowStyles = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 } as const

type StatusPartsProps = { items: readonly StatusItem[]; headingId: string }

/** One list if all is well; otherwise what needs attention, and under headings of their own advice and what is in order. */
export function StatusParts({ items, headingId }: StatusPartsProps) {
  const { t } = useTranslation()
  const worst = worstLevel(items)
  const { open, advice, fine } = splitItems(items)
  return (
    <>
      <Box sx={rowStyles}>
        <Typography id={headingId} component="h2" sx={{ fontWeight: 650, px: 1, py: 1 }}>
          {t(`adminHome.status.${worst}`)}
        </Typography>
        <ItemList items={worst === 'ok' ? items : open} />
      </Box>
      {worst !== 'ok' && <StatusPart title={t('adminHome.status.advice')} items={advice} />}
      {worst !== 'ok' && <StatusPart title={t('adminHome.status.inOrder')} items={fine} />}
    </>
  )
}

function StatusPart({ title, items }: { title: string; items: readonly StatusItem[] }) {
  if (items.length === 0) return null
  return (
    <Box sx={rowStyles}>
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
