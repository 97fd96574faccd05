import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'

// MUI makes them lower on wide screens.
const item = { minHeight: { xs: 48, sm: 48 }, whiteSpace: 'normal' } as const

type MenuButtonProps = { label: string; isPrimary?: boolean; children: (close: () => void) => ReactNode }

function MenuButton({ label, isPrimary = false, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  useBackCloses(anchor !== null, close)
  return (
    <>
      <Button
        variant={isPrimary ? 'contained' : 'text'}
        size={isPrimary ? 'medium' : 'small'}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
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
}

/** Selects the columns of the table. */
export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation()
  const toggle = (name: string) =>
    columns.map(column => column.name).filter(each => (each === name ? !shown.includes(each) : shown.includes(each)))
  return (
    <MenuButton label={t('lists.columns')}>
      {() =>
        columns.map(({ name, label }) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            onClick={() => onChange(toggle(name))}
            sx={item}
          >
            <Box component="span" sx={{ display: 'inline-flex', width: 36, color: 'primary.main' }}>
              {shown.includes(name) && <CheckIcon size={22} />}
            </Box>
            {label}
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}

type FilesMenuProps = {
  label: string
  isPrimary?: boolean
  /** `opens`: in a tab of its own, to be read or printed; the others are saved. */
  files: readonly { label: string; href: string; opens?: boolean }[]
}

/** Files to choose from. */
export const FilesMenu = ({ files, ...button }: FilesMenuProps) => (
  <MenuButton {...button}>
    {close =>
      files.map(({ label, href, opens = false }) => (
        <MenuItem
          key={label}
          component="a"
          href={href}
          {...(opens ? { target: '_blank', rel: 'noopener' } : { download: true })}
          onClick={close}
          sx={item}
        >
          {label}
        </MenuItem>
      ))
    }
  </MenuButton>
)

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
  const hrefOf = (endpoint: Endpoint) => requestUrl(endpoint, { params, query })
  return (
    <FilesMenu
      label={t('lists.export')}
      files={[
        ...(pdf ? [{ label: t('lists.pdf'), href: hrefOf(pdf), opens: true }] : []),
        { label: t('lists.xlsx'), href: hrefOf(xlsx) },
        { label: t('lists.csv'), href: hrefOf(csv) },
      ]}
    />
  )
}
