import { adminHome } from '#contract/administration/dashboard.ts'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { type StatusLevel, worstOf } from '#domain/administration/shop-status.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { CheckIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { EVERY_MS } from './queries.ts'
import { type StatusItem, useStatusItems } from './use-status-items.ts'

const ICONS = { ok: CheckIcon, look: InfoIcon, off: WarningIcon }

const inkOf = ({ vars: { palette } }: Theme, level: StatusLevel | 'hint') =>
  ({
    ok: palette.success.main,
    look: palette.pill.attentionInk,
    off: palette.error.main,
    hint: palette.text.secondary,
  })[level]

const edgeOf = ({ vars: { palette } }: Theme, level: StatusLevel) =>
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
        <Box component="span" aria-hidden sx={{ flexShrink: 0, display: 'flex', color: theme => inkOf(theme, level) }}>
          <Icon size={20} />
        </Box>
        {text}
      </ButtonBase>
    </Box>
  )
}

/**
 * What works and what doesn't, at a glance; each item links to the page for acting on it. Renders nothing until the status is
 * loaded.
 */
export function StatusLine() {
  const { t } = useTranslation()
  const id = useId()
  const { data } = useQuery({ ...queryOf(adminHome.status), refetchInterval: EVERY_MS, meta: { showsOwnError: true } })
  const items = useStatusItems(data)
  if (!data) return null
  const worst = worstOf(items.flatMap(({ level }) => (level === 'hint' ? [] : [level])))
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        borderInlineStart: theme => `6px solid ${edgeOf(theme, worst)}`,
        px: 1,
        py: 0.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
      }}
    >
      <Typography id={id} component="h2" sx={{ fontWeight: 650, px: 1, py: 1 }}>
        {t(`adminHome.status.${worst}`)}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 0.5 }}>
        {items.map(item => (
          <Item key={item.name} {...item} />
        ))}
      </Box>
    </Box>
  )
}
