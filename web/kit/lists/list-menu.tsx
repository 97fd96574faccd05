import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { findStoreId, useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { CheckIcon, createIcon } from '#web/kit/ui/icons.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'
import { useFileLinks } from './use-file-links.ts'

// MUI makes them lower on wide screens.
const itemStyles = { minHeight: { xs: 48, sm: 48 }, whiteSpace: 'normal' } as const

const DownIcon = createIcon(<path d="m6 9.5 6 6 6-6" />)

type MenuButtonProps = {
  label: string
  /** Beside other buttons, or the page's primary action; else within a line of text. */
  variant?: 'primary' | 'outlined'
  children: (close: () => void) => ReactNode
}

function MenuButton({ label, variant, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  useBackCloses(anchor !== null, close)
  return (
    <>
      <Button
        variant={variant === undefined ? 'text' : variant === 'primary' ? 'contained' : 'outlined'}
        size="small"
        endIcon={variant !== undefined && <DownIcon size={20} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
        sx={variant === undefined ? { minWidth: 44, px: 1 } : {}}
      >
        {label}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { role: 'region', 'aria-label': label } }}
      >
        {children(close)}
      </Menu>
    </>
  )
}

type ColumnsMenuProps = {
  columns: readonly { name: string; label: string }[]
  shown: readonly string[]
  onChange: (shown: readonly string[]) => void
  isCompact: boolean
  onCompact: (isCompact: boolean) => void
}

/** Selects the columns of the table, and how high its rows are. */
export function ColumnsMenu({ columns, shown, onChange, isCompact, onCompact }: ColumnsMenuProps) {
  const { t } = useTranslation()
  const toggle = (name: string) =>
    columns.map(column => column.name).filter(each => (each === name ? !shown.includes(each) : shown.includes(each)))
  return (
    <MenuButton label={t('lists.columns')}>
      {() => [
        ...columns.map(({ name, label }) => (
          <TickItem key={name} isOn={shown.includes(name)} onToggle={() => onChange(toggle(name))}>
            {label}
          </TickItem>
        )),
        // A column's name has no colon.
        <TickItem key=":compact" isOn={isCompact} onToggle={() => onCompact(!isCompact)}>
          {t('lists.compact')}
        </TickItem>,
      ]}
    </MenuButton>
  )
}

function TickItem({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: string }) {
  return (
    <MenuItem role="menuitemcheckbox" aria-checked={isOn} onClick={onToggle} sx={itemStyles}>
      <Box component="span" sx={{ display: 'inline-flex', width: 36, color: 'primary.main' }}>
        {isOn && <CheckIcon size={22} />}
      </Box>
      {children}
    </MenuItem>
  )
}

type MoreAction = {
  label: string
  /** A link; else `onClick` opens a dialog. */
  to?: string
  onClick?: () => void
  /** In the menu on wide screens too. */
  isSeldom?: boolean
}

/** The actions of a page besides its primary one: buttons on a wide screen, one menu on a phone. */
export function MoreActions({ actions }: { actions: readonly MoreAction[] }) {
  const { t } = useTranslation()
  const isWide = useWideScreen()
  const shown = actions.filter(({ isSeldom }) => isWide && !isSeldom)
  const others = actions.filter(action => !shown.includes(action))
  const pressing = ({ to, onClick }: MoreAction) =>
    to === undefined ? ({ 'aria-haspopup': 'dialog', onClick } as const) : { component: Link, to }
  return (
    <>
      {shown.map(action => (
        <Button key={action.label} variant="outlined" size="small" {...pressing(action)}>
          {action.label}
        </Button>
      ))}
      {others.length > 0 && (
        <MenuButton label={t('lists.moreActions')} variant="outlined">
          {close =>
            others.map(({ label, to, onClick }) =>
              to === undefined ? (
                <MenuItem
                  key={label}
                  aria-haspopup="dialog"
                  onClick={() => {
                    close()
                    onClick?.()
                  }}
                  sx={itemStyles}
                >
                  {label}
                </MenuItem>
              ) : (
                <MenuItem key={label} component={Link} to={to} onClick={close} sx={itemStyles}>
                  {label}
                </MenuItem>
              ),
            )
          }
        </MenuButton>
      )}
    </>
  )
}

type FilesMenuProps = {
  label: string
  variant?: 'primary'
  files: readonly (Parameters<ReturnType<typeof useFileLinks>>[0] & { label: string })[]
}

/** Files to choose from, of those that the user may have; nothing without any. */
export function FilesMenu({ files, ...button }: FilesMenuProps) {
  const linkTo = useFileLinks()
  const may = useMay()
  const allowed = files.filter(({ endpoint, input }) => may(endpoint, findStoreId(endpoint, input)))
  if (allowed.length === 0) return null
  return (
    <MenuButton {...button}>
      {close =>
        allowed.map(({ label, ...file }) => {
          const { onClick, ...link } = linkTo(file)
          return (
            <MenuItem
              key={label}
              component="a"
              {...link}
              onClick={event => {
                close()
                onClick(event)
              }}
              sx={itemStyles}
            >
              {label}
            </MenuItem>
          )
        })
      }
    </MenuButton>
  )
}

export type ListExportEndpoints = {
  csv: Endpoint
  xlsx: Endpoint
  pdf?: Endpoint
}

type ExportMenuProps = {
  endpoints: ListExportEndpoints
  params: Readonly<Record<string, string | number>>
  query: Readonly<Record<string, string>>
}

/** Exports the list, with all its pages, as a file. */
export function ExportMenu({ endpoints, params, query }: ExportMenuProps) {
  const { t } = useTranslation()
  const { csv, xlsx, pdf } = endpoints
  const input = { params, query }
  return (
    <FilesMenu
      label={t('lists.export')}
      files={[
        ...(pdf ? [{ label: t('lists.pdf'), endpoint: pdf, input, opens: true }] : []),
        { label: t('lists.xlsx'), endpoint: xlsx, input },
        { label: t('lists.csv'), endpoint: csv, input },
      ]}
    />
  )
}
